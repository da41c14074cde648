// What the host binds to an image before any other code of the image runs.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// What an image has outside its heap, counted by the guard that is linked into it.
typedef struct page_image_facts {
  uint32_t size;
  uint32_t threads;      // threads that it started and that still run
  uint32_t keys;         // thread-specific keys
  uint32_t descriptors;  // open descriptors and streams
  uint32_t mappings;     // its own mmap areas
  uint32_t handlers;     // signal handlers that point into it
} page_image_facts;

/// The guard's side of an image, valid while the image is mapped.
typedef struct page_image_guard {
  uint32_t size;
  uint32_t version;  // 1
  /// Counts what the image has now. [host thread]
  void (*count)(page_image_facts *facts);
  /// Says why the image cannot be unmapped now (a thread that lives, a timer that starts threads), or null when it can.
  /// A thread that has returned, joined or not, stays with the kernel for a moment; that is waited for, at most 0.1 s.
  /// The text is valid until the next call. [host thread]
  const char *_Nullable (*_Nonnull pinned)(void);
} page_image_guard;

/// The heap of one image. The functions are called by the image's code, on any of its threads. [any thread]
typedef struct page_heap {
  uint32_t size;
  uint32_t reserved;  // MUST be 0
  void *_Nullable context;
  /// Gives `size` bytes, zeroed if asked, aligned to `alignment` (0: as malloc aligns), or null.
  void *_Nullable (*_Nonnull allocate)(void *_Nullable context, size_t size, size_t alignment, bool zeroed);
  /// Resizes a block, of this heap or of libc's malloc.
  void *_Nullable (*_Nonnull reallocate)(void *_Nullable context, void *block, size_t size);
  /// Frees a block, of this heap or of libc's malloc.
  void (*release)(void *_Nullable context, void *block);
  /// Tells the usable bytes of a block, of this heap or of libc's malloc.
  size_t (*usable_size)(void *_Nullable context, void *block);
  /// Where the image puts its guard when it is mapped.
  const page_image_guard *_Nullable *_Nullable guard;
} page_heap;

/// The symbol, exported by the host's executable, through which an image that is being opened finds its heap:
/// `const page_heap *page_heap_opening`. Null at every other time; then an image uses malloc and is not guarded.
#define PAGE_HEAP_OPENING "page_heap_opening"

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
