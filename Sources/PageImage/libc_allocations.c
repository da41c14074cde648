// Functions of libc whose result the caller frees, or that resize a block of the caller's. Inside libc they would use
// its own malloc: what a page forgets of it would stay in the process, and a block of the heap must not be resized
// there.
#include "image.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

REAL(char *, realpath, const char *, char *);
REAL(char *, getcwd, char *, size_t);

static void *copy(const void *bytes, size_t size) {
  void *block = __wrap_malloc(size);
  return block ? memcpy(block, bytes, size) : NULL;
}

char *__wrap_strdup(const char *string) { return copy(string, strlen(string) + 1); }
char *__wrap___strdup(const char *string) { return __wrap_strdup(string); }
wchar_t *__wrap_wcsdup(const wchar_t *string) { return copy(string, (wcslen(string) + 1) * sizeof *string); }

char *__wrap_strndup(const char *string, size_t limit) {
  size_t length = strnlen(string, limit);
  char *block = __wrap_malloc(length + 1);
  if (!block) return NULL;
  memcpy(block, string, length);
  block[length] = 0;
  return block;
}
char *__wrap___strndup(const char *string, size_t limit) { return __wrap_strndup(string, limit); }

int __wrap_vasprintf(char **result, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return -1;
  char *block = __wrap_malloc((size_t)length + 1);
  if (!block) return -1;
  *result = block;
  return vsnprintf(block, (size_t)length + 1, format, arguments);
}
int __wrap_asprintf(char **result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __wrap_vasprintf(result, format, arguments);
  va_end(arguments);
  return length;
}
int __wrap___vasprintf_chk(char **result, int flag, const char *format, va_list arguments) {
  (void)flag;
  return __wrap_vasprintf(result, format, arguments);
}
int __wrap___asprintf_chk(char **result, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int length = __wrap_vasprintf(result, format, arguments);
  va_end(arguments);
  return length;
}

ssize_t __wrap_getdelim(char **line, size_t *capacity, int delimiter, FILE *stream) {
  if (!line || !capacity) {
    errno = EINVAL;
    return -1;
  }
  size_t length = 0;
  bool exhausted = false;
  flockfile(stream);
  for (;;) {
    if (!*line || length + 2 > *capacity) {
      size_t wanted = !*line || *capacity < 60 ? 120 : *capacity * 2;
      char *grown = __wrap_realloc(*line, wanted);
      if (!grown) {
        exhausted = true;
        break;
      }
      *line = grown;
      *capacity = wanted;
    }
    int character = getc_unlocked(stream);
    if (character == EOF) break;
    (*line)[length++] = (char)character;
    if (character == delimiter) break;
  }
  funlockfile(stream);
  if (exhausted) {
    errno = ENOMEM;
    return -1;
  }
  (*line)[length] = 0;
  return length ? (ssize_t)length : -1;
}
ssize_t __wrap___getdelim(char **line, size_t *capacity, int delimiter, FILE *stream) {
  return __wrap_getdelim(line, capacity, delimiter, stream);
}
ssize_t __wrap_getline(char **line, size_t *capacity, FILE *stream) {
  return __wrap_getdelim(line, capacity, '\n', stream);
}

char *__wrap_realpath(const char *path, char *result) {
  if (result) return __real_realpath(path, result);
  char buffer[PATH_MAX];
  return __real_realpath(path, buffer) ? __wrap_strdup(buffer) : NULL;
}
char *__wrap_canonicalize_file_name(const char *path) { return __wrap_realpath(path, NULL); }

char *__wrap_getcwd(char *result, size_t size) {
  if (result) return __real_getcwd(result, size);
  char buffer[PATH_MAX];
  if (!__real_getcwd(buffer, size && size < sizeof buffer ? size : sizeof buffer)) return NULL;
  size_t length = strlen(buffer) + 1;
  char *block = __wrap_malloc(size > length ? size : length);
  return block ? memcpy(block, buffer, length) : NULL;
}
char *__wrap_get_current_dir_name(void) { return __wrap_getcwd(NULL, 0); }
