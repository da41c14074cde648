// malloc and its family: every allocation of the image goes to the heap that the host gave it. With libstdc++ linked
// statically that holds for operator new and delete too, since the archive's calls of malloc are wrapped like any
// other.
#include "image.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

REAL(void *, calloc, size_t, size_t);
REAL(void *, aligned_alloc, size_t, size_t);
REAL(size_t, malloc_usable_size, void *);

// ---- Without a host: libc's malloc.
static void *libc_allocate(void *context, size_t size, size_t alignment, bool zeroed) {
  (void)context;
  if (alignment <= _Alignof(max_align_t)) return zeroed ? __real_calloc(1, size) : __real_malloc(size);
  void *block = __real_aligned_alloc(alignment, size);
  return block && zeroed ? memset(block, 0, size) : block;
}
static void *libc_reallocate(void *context, void *block, size_t size) {
  (void)context;
  return __real_realloc(block, size);
}
static void libc_release(void *context, void *block) {
  (void)context;
  __real_free(block);
}
static size_t libc_usable_size(void *context, void *block) {
  (void)context;
  return __real_malloc_usable_size(block);
}

page_heap page_image_heap = {
    .size = sizeof page_image_heap,
    .allocate = libc_allocate,
    .reallocate = libc_reallocate,
    .release = libc_release,
    .usable_size = libc_usable_size,
};

/// The host's; absent in a host that knows nothing of images, such as a test that calls dlopen.
extern const page_heap *page_heap_opening __attribute__((weak, visibility("default")));

/// Binds the image to the heap that the host has put up. False: there is none.
bool page_image_bind_heap(void) {
  if (!&page_heap_opening || !page_heap_opening) return false;
  if (page_heap_opening->size < sizeof page_image_heap) return false;
  page_image_heap = *page_heap_opening;
  return true;
}

// ---- The wrappers.
static void *allocate(size_t size, size_t alignment, bool zeroed) {
  return page_image_heap.allocate(page_image_heap.context, size, alignment, zeroed);
}

static bool is_power_of_two(size_t number) { return number && !(number & (number - 1)); }

void *__wrap_malloc(size_t size) { return allocate(size, 0, false); }

void *__wrap_calloc(size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate(size, 0, true);
}

void *__wrap_realloc(void *block, size_t size) {
  if (!block) return allocate(size, 0, false);
  if (size == 0) {  // as glibc does
    __wrap_free(block);
    return NULL;
  }
  return page_image_heap.reallocate(page_image_heap.context, block, size);
}

void *__wrap_reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return __wrap_realloc(block, size);
}

void __wrap_free(void *block) {
  if (block) page_image_heap.release(page_image_heap.context, block);
}

size_t __wrap_malloc_usable_size(void *block) {
  return block ? page_image_heap.usable_size(page_image_heap.context, block) : 0;
}

int __wrap_posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || !is_power_of_two(alignment)) return EINVAL;
  int before = errno;
  void *block = allocate(size, alignment, false);
  errno = before;  // it tells by its result
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, alignment, false);
}

void *__wrap_memalign(size_t alignment, size_t size) { return __wrap_aligned_alloc(alignment, size); }

void *__wrap_valloc(size_t size) { return allocate(size, (size_t)getpagesize(), false); }

void *__wrap_pvalloc(size_t size) {
  size_t page = (size_t)getpagesize(), rounded;
  if (__builtin_add_overflow(size, page - 1, &rounded)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocate(rounded & ~(page - 1), page, false);
}
