// Starts a thread that ends at once, or one that lives until it is told to end, and may outlive the page: it is told by
// the page, or by whoever opens a FIFO.
#include "fixture.h"
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *wait_for_end(void *context) {
  char byte;
  if (read(ends[0], &byte, 1) < 0) return 0;
  return context;
}
static void *return_at_once(void *context) { return context; }

static void *wait_for_fifo(void *context) {
  int fifo = open(context, O_RDONLY | O_CLOEXEC);
  free(context);
  if (fifo >= 0) close(fifo);
  return 0;
}

static page_status start(void *page, const page_call *call, bool lives) {
  (void)page;
  pthread_t thread;
  if (lives && pipe(ends)) return fixture_fail(call, "no pipe");
  if (pthread_create(&thread, 0, lives ? wait_for_end : return_at_once, 0)) return fixture_fail(call, "no thread");
  pthread_detach(thread);
  return PAGE_OK;
}

static page_status start_until(void *page, const page_call *call, page_string fifo) {
  (void)page;
  pthread_t thread;
  char *path = strndup(fifo.data ? fifo.data : "", fifo.length);
  if (!path || pthread_create(&thread, 0, wait_for_fifo, path)) return fixture_fail(call, "no thread");
  pthread_detach(thread);
  return PAGE_OK;
}

static page_status stop(void *page, const page_call *call) {
  (void)page;
  return write(ends[1], "", 1) == 1 ? PAGE_OK : fixture_fail(call, "no thread waits");
}

static const page_action actions[] = {
    {"thread.start", "b", "", (void (*)(void))start},
    {"thread.startUntil", "s", "", (void (*)(void))start_until},
    {"thread.stop", "", "", (void (*)(void))stop},
};

#define FIXTURE_PAGE "ThreadPage"
#define FIXTURE_ACTIONS actions
#include "fixture_page.h"
