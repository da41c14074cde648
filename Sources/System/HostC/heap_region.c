// One range of addresses, reserved and without memory, from which the arenas of images take theirs. So one comparison
// tells a block of an image from one of libc's, whoever implements malloc in this process: a block of libc's must never
// get into an image's cache, where the image would be given it again and it would outlive the heap.
//
// Addresses are handed out upwards and never taken back. What an arena has once got, it keeps and uses again after a
// reset; its memory goes back to the system.
#define _GNU_SOURCE
#include "heap_region.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

uintptr_t heap_region_start;
uintptr_t heap_region_size;
static _Atomic uintptr_t next;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int failure;

/// Less than 64 GiB where the process may not have so many addresses (ulimit -v).
static void reserve(void) {
  for (int bits = 36; bits >= 28; bits -= 2) {
    size_t size = (size_t)1 << bits;
    void *start = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
      failure = errno;
      continue;
    }
    failure = 0;
    (void)madvise(start, size, MADV_DONTDUMP);
    heap_region_start = (uintptr_t)start;
    atomic_store(&next, (uintptr_t)start);
    heap_region_size = size;
    return;
  }
}

int heap_region_reserve(void) {
  pthread_once(&once, reserve);
  return failure;
}

static void *take(extent_hooks_t *hooks, void *wanted, size_t size, size_t alignment, bool *zero, bool *commit,
                  unsigned arena) {
  (void)hooks, (void)arena;
  uintptr_t old = atomic_load(&next), start;
  do {
    start = (old + alignment - 1) & ~(uintptr_t)(alignment - 1);
    if (wanted && start != (uintptr_t)wanted) return NULL;
    if (size > heap_region_size || start - heap_region_start > heap_region_size - size) return NULL;
  } while (!atomic_compare_exchange_weak(&next, &old, start + size));
  if (mprotect((void *)start, size, PROT_READ | PROT_WRITE)) return NULL;
  (void)madvise((void *)start, size, MADV_DODUMP);
  *zero = *commit = true;
  return (void *)start;
}

static bool give_back(extent_hooks_t *hooks, void *start, size_t size, size_t offset, size_t length, unsigned arena) {
  (void)hooks, (void)size, (void)arena;
  return madvise((char *)start + offset, length, MADV_DONTNEED) != 0;
}

static bool split(extent_hooks_t *hooks, void *start, size_t size, size_t a, size_t b, bool committed, unsigned arena) {
  (void)hooks, (void)start, (void)size, (void)a, (void)b, (void)committed, (void)arena;
  return false;
}

static bool merge(extent_hooks_t *hooks, void *a, size_t a_size, void *b, size_t b_size, bool committed,
                  unsigned arena) {
  (void)hooks, (void)a, (void)a_size, (void)b, (void)b_size, (void)committed, (void)arena;
  return false;
}

extent_hooks_t heap_region_hooks = {.alloc = take, .purge_forced = give_back, .split = split, .merge = merge};
