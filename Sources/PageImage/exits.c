// on_exit. Unlike atexit it does not tell libc whose function it is, so libc would call into an image that is gone.
#include "image.h"

static owned functions;

int __wrap_on_exit(void (*function)(int, void *), void *argument) {
  return page_image_own(&functions, argument, (uintptr_t)function) ? 0 : -1;
}

void page_image_run_exits(void) {
  struct owned_row row;
  while (page_image_pop(&functions, &row)) ((void (*)(int, void *))row.detail)(0, row.object);
}
