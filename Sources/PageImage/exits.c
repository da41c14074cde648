// Functions for the end of a program, which in an image means the end of the image.
//
// libc keeps one table of them for the process and uses a place in it again only when every newer one is free: images
// that come and go out of order let it grow for ever. And it doesn't learn whose an on_exit function is, so it would call
// into an image that is gone. So the image has tables of its own.
#include "image.h"

/// `on_exit`; run before the destructors of static objects.
static owned functions;
/// `atexit` and the destructors of static C++ objects.
static owned destructors;

int __wrap_on_exit(void (*function)(int, void *), void *argument) {
  return page_image_own(&functions, argument, (uintptr_t)function) ? 0 : -1;
}

void page_image_run_exits(void) {
  struct owned_row row;
  while (page_image_pop(&functions, &row))
    ((void (*)(int, void *))row.detail)(0, row.object);
}

int __wrap___cxa_atexit(void (*destructor)(void *), void *object, void *image) {
  (void)image;  // It is this one: every image has a wrapper of its own.
  return page_image_own(&destructors, object, (uintptr_t)destructor) ? 0 : -1;
}

/// The compiler's start-up file calls this after all other destructors of the image.
void __wrap___cxa_finalize(void *image) {
  (void)image;
  struct owned_row row;
  while (page_image_pop(&destructors, &row))
    ((void (*)(void *))row.detail)(row.object);
}
