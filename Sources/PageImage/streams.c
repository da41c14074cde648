// Streams of stdio and of directories. libc keeps all of them in lists of its own and would touch them when the process
// ends; those left open are closed while the image is still mapped.
#include "image.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

enum kind { file = 1, memory, child };
static owned streams, folders;

REAL(int, fclose, FILE *);

static FILE *opened(FILE *stream, enum kind kind) {
  if (!stream) return NULL;
  int before = errno;
  page_image_forget_descriptor(fileno(stream));  // a stream made from a descriptor of the image closes it
  errno = before;
  if (page_image_own(&streams, stream, kind) || kind == child) return stream;
  (void)__real_fclose(stream);
  errno = ENOMEM;
  return NULL;
}

#define OPENS(name, kind, parameters, arguments)                                                                       \
  extern FILE *__real_##name parameters __attribute__((weak));                                                         \
  FILE *__wrap_##name parameters { return opened(__real_##name arguments, kind); }
OPENS(fopen, file, (const char *path, const char *mode), (path, mode))
OPENS(fopen64, file, (const char *path, const char *mode), (path, mode))
OPENS(fdopen, file, (int descriptor, const char *mode), (descriptor, mode))
OPENS(tmpfile, file, (void), ())
OPENS(tmpfile64, file, (void), ())
OPENS(fopencookie, file, (void *cookie, const char *mode, cookie_io_functions_t calls), (cookie, mode, calls))
OPENS(fmemopen, memory, (void *buffer, size_t size, const char *mode), (buffer, size, mode))
OPENS(popen, child, (const char *command, const char *mode), (command, mode))

int __wrap_fclose(FILE *stream) {
  page_image_disown(&streams, stream);
  return __real_fclose(stream);
}
REAL(int, pclose, FILE *);
int __wrap_pclose(FILE *stream) {
  page_image_disown(&streams, stream);
  return __real_pclose(stream);
}

/// A stream whose cookie is the guard's own; what is unwritten when it is left open is dropped.
__attribute__((visibility("hidden"))) FILE *page_image_open_cookie(void *cookie, cookie_io_functions_t calls) {
  return opened(__real_fopencookie(cookie, "w", calls), memory);
}

/// A standard stream outlives the image, and so must its buffer: libc is to make it.
static bool is_standard(FILE *stream) { return stream == stdin || stream == stdout || stream == stderr; }

REAL(int, setvbuf, FILE *, char *, int, size_t);
int __wrap_setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  return __real_setvbuf(stream, is_standard(stream) ? NULL : buffer, mode, size);
}
void __wrap_setbuffer(FILE *stream, char *buffer, size_t size) {
  (void)__wrap_setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}
void __wrap_setbuf(FILE *stream, char *buffer) { __wrap_setbuffer(stream, buffer, BUFSIZ); }

static DIR *opened_folder(DIR *folder) {
  if (folder) {
    page_image_forget_descriptor(dirfd(folder));
    (void)page_image_own(&folders, folder, 0);
  }
  return folder;
}
REAL(DIR *, opendir, const char *);
DIR *__wrap_opendir(const char *path) { return opened_folder(__real_opendir(path)); }
REAL(DIR *, fdopendir, int);
DIR *__wrap_fdopendir(int descriptor) { return opened_folder(__real_fdopendir(descriptor)); }
REAL(int, closedir, DIR *);
int __wrap_closedir(DIR *folder) {
  page_image_disown(&folders, folder);
  return __real_closedir(folder);
}

uint32_t page_image_streams(void) { return (uint32_t)(streams.count + folders.count); }

uint32_t page_image_children(void) {
  uint32_t sum = 0;
  pthread_mutex_lock(&page_image_lock);
  for (size_t i = 0; i < streams.count; i++)
    sum += streams.rows[i].detail == child;
  pthread_mutex_unlock(&page_image_lock);
  return sum;
}

void page_image_undo_streams(void) {
  struct owned_row row;
  while (page_image_pop(&streams, &row)) {
    if (row.detail == child) continue;               // closing would wait for it; only at the process's end
    if (row.detail == memory) __fpurge(row.object);  // what it would write to may be gone
    (void)__real_fclose(row.object);
  }
  while (page_image_pop(&folders, &row))
    (void)__real_closedir(row.object);
}
