// Shared by the files of PageImage; nothing here is visible outside an image.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <PageABI.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Declares what `--wrap=name` leaves reachable of a wrapped function. It is weak so that an image that was linked
/// without the flags still opens; then no wrapper is ever called.
#define REAL(result, name, ...) extern result __real_##name(__VA_ARGS__) __attribute__((weak))

REAL(void *, malloc, size_t);
REAL(void *, realloc, void *, size_t);
REAL(void, free, void *);

#pragma GCC visibility push(hidden)

// The image's memory, and libc's for the records of the guard, which must outlive the heap's blocks.
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);

/// The heap that the image is bound to; libc's malloc when the host gave none.
extern page_heap page_image_heap;
bool page_image_bind_heap(void);

/// Held while the guard's lists change; never while code outside this folder runs.
extern pthread_mutex_t page_image_lock;

/// A list of things that the image holds in the process.
typedef struct owned {
  struct owned_row {
    void *object;
    uintptr_t detail;
  } * rows;
  size_t count, capacity;
} owned;

bool page_image_own(owned *list, void *object, uintptr_t detail);  // false: out of memory
bool page_image_disown(owned *list, const void *object);           // false: it was not in the list
bool page_image_pop(owned *list, struct owned_row *row);           // the newest; false: the list is empty

/// Tells whether an address lies in this image.
bool page_image_contains(const void *address);

// By concept: how much the image has now, and how that is taken back.
uint32_t page_image_threads(void);
uint32_t page_image_await_threads(void);  // gives those that have returned at most 0.1 s to be gone
bool page_image_is_own_thread(void);
uint32_t page_image_keys(void);
void page_image_undo_keys(void);
void page_image_run_thread_locals(void);
uint32_t page_image_descriptors(void);
void page_image_undo_descriptors(void);
void page_image_forget_descriptor(int descriptor);
uint32_t page_image_streams(void);
uint32_t page_image_children(void);
void page_image_undo_streams(void);
uint32_t page_image_handlers(void);
void page_image_undo_signals(void);
void page_image_undo_timers(void);
uint32_t page_image_mappings(void);
void page_image_undo_mappings(void);
void page_image_run_exits(void);
void page_image_undo_libc(void);

/// The first call that makes libc start threads into this image which nobody can count, or null.
extern const char *page_image_uncountable;

#pragma GCC visibility pop
