// Areas that the image maps by itself, kept as ranges of whole memory pages.
#include "image.h"
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

REAL(void *, mmap, void *, size_t, int, int, int, off_t);
REAL(int, munmap, void *, size_t);
REAL(void *, mremap, void *, size_t, size_t, int, ...);

typedef struct area {
  uintptr_t start, end;
} area;
static area *areas;
static size_t count, capacity;

static area area_of(const void *start, size_t size) {
  uintptr_t page = (uintptr_t)getpagesize();
  return (area){(uintptr_t)start, ((uintptr_t)start + size + page - 1) & ~(page - 1)};
}

/// Makes room for two more, so that cutting one into two cannot fail; the lock is held.
static bool reserve(void) {
  if (count + 2 <= capacity) return true;
  size_t larger = capacity ? capacity * 2 : 16;
  area *moved = __real_realloc(areas, larger * sizeof *moved);
  if (!moved) return false;
  areas = moved;
  capacity = larger;
  return true;
}

/// Keeps of each area what lies outside of one; the lock is held. Without room it forgets: rather a leak than an area
/// of somebody else's unmapped.
static void cut(area out) {
  for (size_t i = 0; i < count;) {
    area old = areas[i];
    if (out.end <= old.start || old.end <= out.start) {
      i++;
      continue;
    }
    areas[i] = areas[--count];
    if (old.start < out.start && count < capacity) areas[count++] = (area){old.start, out.start};
    if (out.end < old.end && count < capacity) areas[count++] = (area){out.end, old.end};
  }
}

static bool change(const area *out, const area *in) {
  pthread_mutex_lock(&page_image_lock);
  bool room = reserve();
  if (out) cut(*out);
  room = room && reserve();
  if (room && in) areas[count++] = *in;
  pthread_mutex_unlock(&page_image_lock);
  return room;
}

void *__wrap_mmap(void *start, size_t size, int protection, int flags, int descriptor, off_t offset) {
  void *result = __real_mmap(start, size, protection, flags, descriptor, offset);
  if (result == MAP_FAILED) return result;
  area made = area_of(result, size);
  if (!change(&made, &made) && !(flags & MAP_FIXED)) {
    (void)__real_munmap(result, size);
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return result;
}
void *__wrap_mmap64(void *start, size_t size, int protection, int flags, int descriptor, off_t offset) {
  return __wrap_mmap(start, size, protection, flags, descriptor, offset);
}

/// Forgotten first: once unmapped, another thread may be given the same addresses.
int __wrap_munmap(void *start, size_t size) {
  area gone = area_of(start, size);
  (void)change(&gone, NULL);
  return __real_munmap(start, size);
}

void *__wrap_mremap(void *start, size_t size, size_t new_size, int flags, ...) {
  void *target = NULL;
  if (flags & MREMAP_FIXED) {
    va_list arguments;
    va_start(arguments, flags);
    target = va_arg(arguments, void *);
    va_end(arguments);
  }
  void *result = __real_mremap(start, size, new_size, flags, target);
  if (result == MAP_FAILED) return result;
  area old = area_of(start, size), made = area_of(result, new_size);
  (void)change(&old, NULL);
  (void)change(&made, &made);
  return result;
}

uint32_t page_image_mappings(void) { return (uint32_t)count; }

void page_image_undo_mappings(void) {
  for (size_t i = 0; i < count; i++)
    (void)__real_munmap((void *)areas[i].start, areas[i].end - areas[i].start);
  __real_free(areas);
  areas = NULL;
  count = capacity = 0;
}
