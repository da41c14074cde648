// The range of addresses in which the heaps of images lie.
#pragma once
#include <jemalloc/jemalloc.h>
#include <stdint.h>

/// First address and size; both 0 before `heap_region_reserve`. Read on every free, hence not behind a call.
extern uintptr_t heap_region_start;
extern uintptr_t heap_region_size;

/// Reserves the range, once. Returns 0 or an errno.
int heap_region_reserve(void);

/// By which an arena takes memory from the range, and only from it.
extern extent_hooks_t heap_region_hooks;

static inline bool heap_region_contains(const void *address) {
  return (uintptr_t)address - heap_region_start < heap_region_size;
}
