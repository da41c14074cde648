// Places in libc that would go on pointing into the image: the environment, the system log's name, strtok, random and
// the thread's locale.
#include "image.h"
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

REAL(void, openlog, const char *, int, int);
REAL(char *, initstate, unsigned, char *, size_t);
REAL(char *, setstate, char *);
REAL(locale_t, uselocale, locale_t);

/// putenv keeps the caller's memory; setenv copies it.
int __wrap_putenv(char *text) {
  const char *equals = strchr(text, '=');
  if (!equals) return unsetenv(text);
  size_t length = (size_t)(equals - text);
  char *name = __real_malloc(length + 1);
  if (!name) {
    errno = ENOMEM;
    return -1;
  }
  memcpy(name, text, length);
  name[length] = 0;
  int failure = setenv(name, equals + 1, 1);
  __real_free(name);
  return failure;
}

static bool log_is_open;
void __wrap_openlog(const char *name, int options, int facility) {
  log_is_open = true;
  __real_openlog(name, options, facility);
}

char *__wrap_strtok(char *string, const char *delimiters) {
  static char *rest;
  return strtok_r(string, delimiters, &rest);
}

static char *random_state;  // the one in use before the image's own
char *__wrap_initstate(unsigned seed, char *state, size_t size) {
  char *before = __real_initstate(seed, state, size);
  if (!random_state) random_state = before;
  return before;
}
char *__wrap_setstate(char *state) {
  char *before = __real_setstate(state);
  if (!random_state) random_state = before;
  return before;
}

static locale_t thread_locale;  // the host thread's before the image set its own
static pthread_t locale_thread;
locale_t __wrap_uselocale(locale_t locale) {
  locale_t before = __real_uselocale(locale);
  if (locale && before && !thread_locale && !page_image_is_own_thread()) {
    thread_locale = before;
    locale_thread = pthread_self();
  }
  return before;
}

void page_image_undo_libc(void) {
  if (log_is_open) closelog();
  if (random_state) (void)__real_setstate(random_state);
  if (thread_locale && pthread_equal(locale_thread, pthread_self())) (void)__real_uselocale(thread_locale);
}
