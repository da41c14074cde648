// Binds an image to its host when it is mapped, and takes back what it left when it is unmapped.
//
// The linker makes `page_image_bind` the image's DT_INIT and `page_image_undo` its DT_FINI, so the one runs before
// every constructor and the other after every destructor, whatever their priorities.
#include "image.h"
#include <stdio.h>

pthread_mutex_t page_image_lock = PTHREAD_MUTEX_INITIALIZER;
const char *page_image_uncountable;

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

bool page_image_contains(const void *address) {
  return (const char *)address >= __ehdr_start && (const char *)address < _end;
}

static void count(page_image_facts *facts) {
  facts->threads = page_image_threads();
  facts->keys = page_image_keys();
  facts->descriptors = page_image_descriptors() + page_image_streams();
  facts->mappings = page_image_mappings();
  facts->handlers = page_image_handlers();
}

static const char *pinned(void) {
  static char text[120];
  if (page_image_uncountable) {
    snprintf(text, sizeof text, "it called %s, which starts threads that nobody can count", page_image_uncountable);
    return text;
  }
  uint32_t threads = page_image_await_threads();
  if (threads > 0) {
    snprintf(text, sizeof text, "%u %s of its own still %s", threads, threads == 1 ? "thread" : "threads",
             threads == 1 ? "runs" : "run");
    return text;
  }
  return page_image_children() > 0 ? "a child that it started with popen is still open" : NULL;
}

static const page_image_guard guard = {
    .size = sizeof guard, .version = PAGE_IMAGE_VERSION, .count = count, .pinned = pinned};

/// Whether the link flags made `page_image_bind` run. Without them nothing is wrapped, nor anything recorded.
static bool is_linked;

/// DT_INIT. It must not call anything that allocates before the heap is bound.
__attribute__((visibility("hidden"), used)) void page_image_bind(void) {
  is_linked = true;
  if (page_image_bind_heap() && page_image_heap.guard) *page_image_heap.guard = &guard;
}

/// Runs before the destructors of static objects, since C++ ends a thread's objects first.
__attribute__((destructor)) static void begin_to_end(void) {
  if (!is_linked) return;
  page_image_run_exits();
  page_image_run_thread_locals();
}

/// DT_FINI.
__attribute__((visibility("hidden"), used)) void page_image_undo(void) {
  // The host unmaps no image that has a thread. So the process is ending, and those threads go on until it has ended.
  if (page_image_threads() > 0) return;
  page_image_undo_streams();
  page_image_undo_timers();
  page_image_undo_signals();
  page_image_undo_libc();
  page_image_undo_keys();
  page_image_undo_descriptors();
  page_image_undo_mappings();
}
