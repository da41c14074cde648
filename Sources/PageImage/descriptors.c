// Descriptors that the image opens. One is forgotten before it is closed, so that its number is never closed twice when
// another thread gets it in between.
#include "image.h"
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/// A descriptor from here on is not followed; it stays open.
enum { most_descriptors = 65536, word_bits = 64 };
static _Atomic uint64_t ours[most_descriptors / word_bits];

static int took(int descriptor) {
  if (descriptor >= 0 && descriptor < most_descriptors) {
    atomic_fetch_or(&ours[descriptor / word_bits], UINT64_C(1) << (descriptor % word_bits));
  }
  return descriptor;
}

void page_image_forget_descriptor(int descriptor) {
  if (descriptor >= 0 && descriptor < most_descriptors) {
    atomic_fetch_and(&ours[descriptor / word_bits], ~(UINT64_C(1) << (descriptor % word_bits)));
  }
}

REAL(int, close, int);
int __wrap_close(int descriptor) {
  page_image_forget_descriptor(descriptor);
  return __real_close(descriptor);
}

REAL(int, close_range, unsigned, unsigned, int);
int __wrap_close_range(unsigned first, unsigned last, int flags) {
  if (!(flags & 4)) {  // CLOSE_RANGE_CLOEXEC only marks them
    for (unsigned i = first; i <= last && i < most_descriptors; i++)
      page_image_forget_descriptor((int)i);
  }
  return __real_close_range(first, last, flags);
}

// ---- By path. The mode is read as libc reads it: only where a file can be made.
#define MODE(flags, last)                                                                                              \
  mode_t mode = 0;                                                                                                     \
  if ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) {                                                              \
    va_list arguments;                                                                                                 \
    va_start(arguments, last);                                                                                         \
    mode = va_arg(arguments, mode_t);                                                                                  \
    va_end(arguments);                                                                                                 \
  }
#define OPENS(name)                                                                                                    \
  REAL(int, name, const char *, int, ...);                                                                             \
  int __wrap_##name(const char *path, int flags, ...) {                                                                \
    MODE(flags, flags)                                                                                                 \
    return took(__real_##name(path, flags, mode));                                                                     \
  }
#define OPENS_AT(name)                                                                                                 \
  REAL(int, name, int, const char *, int, ...);                                                                        \
  int __wrap_##name(int folder, const char *path, int flags, ...) {                                                    \
    MODE(flags, flags)                                                                                                 \
    return took(__real_##name(folder, path, flags, mode));                                                             \
  }
OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)

// ---- By everything else.
#define GIVES(name, parameters, arguments)                                                                             \
  extern int __real_##name parameters __attribute__((weak));                                                           \
  int __wrap_##name parameters { return took(__real_##name arguments); }
GIVES(creat, (const char *path, mode_t mode), (path, mode))
GIVES(creat64, (const char *path, mode_t mode), (path, mode))
GIVES(__open_2, (const char *path, int flags), (path, flags))
GIVES(__open64_2, (const char *path, int flags), (path, flags))
GIVES(__openat_2, (int folder, const char *path, int flags), (folder, path, flags))
GIVES(__openat64_2, (int folder, const char *path, int flags), (folder, path, flags))
GIVES(mkstemp, (char *path), (path))
GIVES(mkstemp64, (char *path), (path))
GIVES(mkostemp, (char *path, int flags), (path, flags))
GIVES(mkostemp64, (char *path, int flags), (path, flags))
GIVES(shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode))
GIVES(memfd_create, (const char *name, unsigned flags), (name, flags))
GIVES(dup, (int descriptor), (descriptor))
GIVES(socket, (int domain, int type, int protocol), (domain, type, protocol))
GIVES(accept, (int socket, struct sockaddr *address, socklen_t *length), (socket, address, length))
GIVES(accept4, (int socket, struct sockaddr *address, socklen_t *length, int flags), (socket, address, length, flags))
GIVES(eventfd, (unsigned count, int flags), (count, flags))
GIVES(epoll_create, (int size), (size))
GIVES(epoll_create1, (int flags), (flags))
GIVES(timerfd_create, (int clock, int flags), (clock, flags))
GIVES(inotify_init, (void), ())
GIVES(inotify_init1, (int flags), (flags))

/// An old descriptor that signalfd changes is not new.
extern int __real_signalfd(int, const sigset_t *, int) __attribute__((weak));
int __wrap_signalfd(int descriptor, const sigset_t *signals, int flags) {
  int result = __real_signalfd(descriptor, signals, flags);
  return descriptor == -1 ? took(result) : result;
}

// What is put in the place of a standard descriptor stays: closing it would leave the process without one.
REAL(int, dup2, int, int);
int __wrap_dup2(int from, int to) {
  int result = __real_dup2(from, to);
  return result > STDERR_FILENO && from != to ? took(result) : result;
}
REAL(int, dup3, int, int, int);
int __wrap_dup3(int from, int to, int flags) {
  int result = __real_dup3(from, to, flags);
  return result > STDERR_FILENO ? took(result) : result;
}

// fcntl's last argument is an int or a pointer; libc itself reads it as a pointer.
#define CONTROLS(name)                                                                                                 \
  REAL(int, name, int, int, ...);                                                                                      \
  int __wrap_##name(int descriptor, int command, ...) {                                                                \
    va_list arguments;                                                                                                 \
    va_start(arguments, command);                                                                                      \
    void *argument = va_arg(arguments, void *);                                                                        \
    va_end(arguments);                                                                                                 \
    int result = __real_##name(descriptor, command, argument);                                                         \
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? took(result) : result;                                   \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

static int took_pair(int failure, const int pair[2]) {
  if (!failure) took(pair[0]), took(pair[1]);
  return failure;
}
REAL(int, pipe, int[2]);
int __wrap_pipe(int pair[2]) { return took_pair(__real_pipe(pair), pair); }
REAL(int, pipe2, int[2], int);
int __wrap_pipe2(int pair[2], int flags) { return took_pair(__real_pipe2(pair, flags), pair); }
REAL(int, socketpair, int, int, int, int[2]);
int __wrap_socketpair(int domain, int type, int protocol, int pair[2]) {
  return took_pair(__real_socketpair(domain, type, protocol, pair), pair);
}

uint32_t page_image_descriptors(void) {
  uint32_t sum = 0;
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    sum += (uint32_t)__builtin_popcountll(atomic_load(&ours[i]));
  return sum;
}

void page_image_undo_descriptors(void) {
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
    for (uint64_t word = atomic_exchange(&ours[i], 0); word; word &= word - 1) {
      (void)__real_close((int)(i * word_bits + (size_t)__builtin_ctzll(word)));
    }
  }
}
