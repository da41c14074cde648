#define _GNU_SOURCE
#include <HostC/heap.h>
#include "heap_region.h"
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hostc_heap {
  page_heap interface;
  const page_image_guard *guard;
  unsigned arena, cache;
  int cached, uncached;  // flags of mallocx, with and without the cache
  hostc_heap *next;
};

/// All of them, the newest first; only the host's thread makes heaps, and none ever goes.
static hostc_heap *heaps;

/// jemalloc reads this when the process starts. The host allocates on its own thread and seldom on a few others; an arena
/// for each of them would only keep more.
const char *malloc_conf = "narenas:1";

// ---- Which thread is the host's: the one whose own `mark` this is.
static _Thread_local char mark __attribute__((tls_model("initial-exec")));
static _Atomic(char *) host_mark;

void hostc_heap_adopt_thread(void) { atomic_store(&host_mark, &mark); }

static inline bool is_host_thread(void) { return atomic_load_explicit(&host_mark, memory_order_relaxed) == &mark; }

static inline int flags_of(const hostc_heap *heap) { return is_host_thread() ? heap->cached : heap->uncached; }

// ---- What the image calls.
static void *allocate(void *context, size_t size, size_t alignment, bool zeroed) {
  int flags = flags_of(context);
  if (alignment > _Alignof(max_align_t)) flags |= MALLOCX_ALIGN(alignment);
  if (zeroed) flags |= MALLOCX_ZERO;
  void *block = mallocx(size ? size : 1, flags);
  if (!block) errno = ENOMEM;
  return block;
}

static void release(void *context, void *block) {
  if (heap_region_contains(block)) dallocx(block, flags_of(context));
  else free(block);
}

static size_t usable_size(void *context, void *block) {
  (void)context;
  return heap_region_contains(block) ? sallocx(block, 0) : malloc_usable_size(block);
}

static void *reallocate(void *context, void *block, size_t size) {
  if (heap_region_contains(block)) {
    void *moved = rallocx(block, size ? size : 1, flags_of(context));
    if (!moved) errno = ENOMEM;
    return moved;
  }
  void *moved = allocate(context, size, 0, false);
  if (!moved) return NULL;
  size_t old = malloc_usable_size(block);
  memcpy(moved, block, old < size ? old : size);
  free(block);
  return moved;
}

// ---- What the host calls.
static int control(const char *format, unsigned number) {
  char name[64];
  snprintf(name, sizeof name, format, number);
  return mallctl(name, NULL, NULL, NULL, 0);
}

hostc_heap *hostc_heap_create(void) {
  int failure = heap_region_reserve();
  hostc_heap *heap = failure ? NULL : calloc(1, sizeof *heap);
  if (!heap) {
    errno = failure ? failure : ENOMEM;
    return NULL;
  }
  extent_hooks_t *hooks = &heap_region_hooks;
  size_t size = sizeof(unsigned);
  failure = mallctl("arenas.create", &heap->arena, &size, &hooks, sizeof hooks);
  if (!failure) failure = mallctl("tcache.create", &heap->cache, &size, NULL, 0);
  if (failure) {
    free(heap);
    errno = failure;
    return NULL;
  }
  heap->uncached = (int)(MALLOCX_ARENA(heap->arena) | MALLOCX_TCACHE_NONE);
  heap->cached = (int)(MALLOCX_ARENA(heap->arena) | MALLOCX_TCACHE(heap->cache));
  heap->interface = (page_heap){.size = sizeof(page_heap),
                                .context = heap,
                                .allocate = allocate,
                                .reallocate = reallocate,
                                .release = release,
                                .usable_size = usable_size,
                                .guard = &heap->guard};
  heap->next = heaps;
  return heaps = heap;
}

const page_heap *hostc_heap_interface(hostc_heap *heap) { return &heap->interface; }
const page_image_guard *hostc_heap_guard(const hostc_heap *heap) { return heap->guard; }
bool hostc_heap_contains(const void *address) { return heap_region_contains(address); }

static int flush(hostc_heap *heap) { return mallctl("tcache.flush", NULL, NULL, &heap->cache, sizeof heap->cache); }

bool hostc_heap_reset(hostc_heap *heap) {
  heap->guard = NULL;
  return !flush(heap) && !control("arena.%u.reset", heap->arena) && !control("arena.%u.purge", heap->arena);
}

void hostc_thread_trim(void) { mallctl("thread.tcache.flush", NULL, NULL, NULL, 0); }

void hostc_heap_trim(void) {
  hostc_thread_trim();
  // The heaps' caches are the host's thread's.
  for (hostc_heap *heap = is_host_thread() ? heaps : NULL; heap; heap = heap->next)
    flush(heap);
  control("arena.%u.purge", MALLCTL_ARENAS_ALL);
}

// ---- Counts. Names are looked up once; an arena's number is then put into the path.
typedef struct statistic {
  const char *name;
  size_t path[8], length;
} statistic;

static size_t read_statistic(statistic *one, const hostc_heap *heap, size_t index) {
  size_t value = 0, size = sizeof value;
  if (!one->length) {
    size_t length = sizeof one->path / sizeof *one->path;
    if (mallctlnametomib(one->name, one->path, &length)) return 0;
    one->length = length;
  }
  // stats.arenas.<arena>, and for a size class .bins.<index> or .lextents.<index>
  one->path[2] = heap->arena;
  if (one->length > 5) one->path[4] = index;
  return mallctlbymib(one->path, one->length, &value, &size, NULL, 0) ? 0 : value;
}

/// An arena's numbers are those of the last epoch, and a block in the cache counts as allocated.
static void refresh(hostc_heap *heap) {
  uint64_t epoch = 1;
  size_t size = sizeof epoch;
  flush(heap);
  mallctl("epoch", &epoch, &size, &epoch, size);
}

static unsigned read_count(const char *name) {
  unsigned value = 0;
  size_t size = sizeof value;
  return mallctl(name, &value, &size, NULL, 0) ? 0 : value;
}
static size_t read_size(const char *format, unsigned index) {
  char name[64];
  size_t value = 0, size = sizeof value;
  snprintf(name, sizeof name, format, index);
  return mallctl(name, &value, &size, NULL, 0) ? 0 : value;
}

/// A reset leaves the counters of small blocks as they are, so those are counted size by size.
hostc_heap_usage hostc_heap_measure(hostc_heap *heap) {
  static statistic small = {"stats.arenas.0.small.allocated"}, large = {"stats.arenas.0.large.allocated"};
  static statistic made = {"stats.arenas.0.large.nmalloc"}, freed = {"stats.arenas.0.large.ndalloc"};
  static statistic regions = {"stats.arenas.0.bins.0.curregs"};
  refresh(heap);
  hostc_heap_usage usage = {.bytes = read_statistic(&small, heap, 0) + read_statistic(&large, heap, 0),
                            .blocks = read_statistic(&made, heap, 0) - read_statistic(&freed, heap, 0)};
  unsigned bins = read_count("arenas.nbins");
  for (unsigned i = 0; i < bins; i++)
    usage.blocks += read_statistic(&regions, heap, i);
  return usage;
}

size_t hostc_heap_size_class_count(void) { return read_count("arenas.nbins") + read_count("arenas.nlextents"); }

size_t hostc_heap_size_classes(hostc_heap *heap, hostc_size_class *classes, size_t capacity) {
  static statistic small = {"stats.arenas.0.bins.0.curregs"}, large = {"stats.arenas.0.lextents.0.curlextents"};
  refresh(heap);
  size_t count = 0;
  unsigned bins = read_count("arenas.nbins"), extents = read_count("arenas.nlextents");
  for (unsigned i = 0; i < bins + extents && count < capacity; i++) {
    bool is_small = i < bins;
    size_t blocks = is_small ? read_statistic(&small, heap, i) : read_statistic(&large, heap, i - bins);
    if (!blocks) continue;
    size_t bytes = is_small ? read_size("arenas.bin.%u.size", i) : read_size("arenas.lextent.%u.size", i - bins);
    classes[count++] = (hostc_size_class){bytes, blocks};
  }
  return count;
}
