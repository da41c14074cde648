// What belongs to the whole process and cannot be given back: refused, as if it failed.
#include "image.h"
#include <errno.h>

REAL(char *, setlocale, int, const char *);

/// Asking is allowed, changing is not: the locale is the host's, and other threads may be reading it.
char *__wrap_setlocale(int category, const char *locale) { return locale ? NULL : __real_setlocale(category, NULL); }

static int refuse(void) {
  errno = ENOTSUP;
  return -1;
}
int __wrap_register_printf_specifier(int specifier, void *print, void *size) {
  (void)specifier, (void)print, (void)size;
  return refuse();
}
int __wrap_register_printf_function(int specifier, void *print, void *size) {
  (void)specifier, (void)print, (void)size;
  return refuse();
}
int __wrap_register_printf_modifier(const void *text) {
  (void)text;
  return refuse();
}
int __wrap_register_printf_type(void *get) {
  (void)get;
  return refuse();
}
