// Destructors of C++ thread_local objects. libc runs them when a thread ends, and keeps the image mapped until then;
// the host's thread never ends. So those of the host's threads run when the image is closed, newest first.
#include "image.h"

REAL(int, __cxa_thread_atexit_impl, void (*)(void *), void *, void *);

static owned objects;

int __wrap___cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *image) {
  if (page_image_is_own_thread()) return __real___cxa_thread_atexit_impl(destructor, object, image);
  return page_image_own(&objects, object, (uintptr_t)destructor) ? 0 : -1;
}

void page_image_run_thread_locals(void) {
  struct owned_row row;
  while (page_image_pop(&objects, &row))
    ((void (*)(void *))row.detail)(row.object);
}
