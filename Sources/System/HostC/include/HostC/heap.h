// The heap of one image: a jemalloc arena whose memory lies in a range of addresses that only such heaps use.
//
// It is C because the image calls it for every allocation: 13 ns for a pair on the host's thread.
#pragma once
#include <PageABI.h>

#pragma clang assume_nonnull begin

/// One heap. It has an arena and a cache for the host's thread, is used by one image after another, and never freed:
/// destroying an arena leaks 4 KiB.
typedef struct hostc_heap hostc_heap;

/// Makes a heap. Null, with errno: no address range, no memory, or no arena is left.
hostc_heap *_Nullable hostc_heap_create(void);

/// What an image binds to. The image's guard is put into `hostc_heap_guard`.
const page_heap *hostc_heap_interface(hostc_heap *heap);

/// The guard of the image that bound to the heap, or null.
const page_image_guard *_Nullable hostc_heap_guard(const hostc_heap *heap);

/// Makes the calling thread the host's, the one whose allocations go through the caches. Others allocate without.
/// MUST NOT be called while another thread is inside an image as the host's.
void hostc_heap_adopt_thread(void);

/// Forgets every block and gives the memory back to the system. No image that bound to the heap may be mapped, or a
/// thread of it alive. The heap can then be bound again. Returns false when jemalloc refuses.
bool hostc_heap_reset(hostc_heap *heap);

/// What is allocated, exactly.
typedef struct hostc_heap_usage {
  size_t bytes;  // by size class, as malloc_usable_size tells
  size_t blocks;
} hostc_heap_usage;
hostc_heap_usage hostc_heap_measure(hostc_heap *heap);

/// One size of blocks, and how many there are.
typedef struct hostc_size_class {
  size_t bytes;
  size_t blocks;
} hostc_size_class;

/// Writes the sizes that have blocks, smallest first, at most `capacity`; returns how many it wrote.
size_t hostc_heap_size_classes(hostc_heap *heap, hostc_size_class *classes, size_t capacity);

/// The most that `hostc_heap_size_classes` can write.
size_t hostc_heap_size_class_count(void);

/// Gives back to the system what jemalloc keeps for later, of the host's own memory and of every heap.
void hostc_heap_trim(void);

/// Gives back what jemalloc keeps for the calling thread alone, some 10 µs: for a thread that now rests.
void hostc_thread_trim(void);

/// Tells whether an address is memory of any image's heap.
bool hostc_heap_contains(const void *_Nullable address);

#pragma clang assume_nonnull end
