// Threads that the image starts, counted by the kernel's ids: a thread is over when the kernel has no more of it, not
// when it was joined, because the destructors of its thread-specific values are code of the image too.
#include "image.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

typedef struct thread {
  struct thread *next;
  void *(*start)(void *);
  void *argument;
  _Atomic pid_t id;       // 0 until it runs
  _Atomic bool returned;  // from `start`, in whatever way
} thread;

static thread *threads;

/// Whether the kernel still has the thread. A new thread is alive before it has an id.
static bool is_alive(const thread *one) {
  pid_t id = atomic_load(&one->id);
  return id == 0 || syscall(SYS_tgkill, getpid(), id, 0) == 0 || errno != ESRCH;
}

/// Drops the threads that are over, and tells how many are left and how many of those run; the lock is held.
static uint32_t reap(uint32_t *running) {
  uint32_t alive = 0;
  *running = 0;
  for (thread **link = &threads; *link;) {
    thread *one = *link;
    if (is_alive(one)) {
      alive++;
      *running += !atomic_load(&one->returned);
      link = &one->next;
    } else {
      *link = one->next;
      __real_free(one);
    }
  }
  return alive;
}

static uint32_t count(uint32_t *running) {
  *running = 0;
  if (!threads) return 0;
  int before = errno;
  pthread_mutex_lock(&page_image_lock);
  uint32_t alive = reap(running);
  pthread_mutex_unlock(&page_image_lock);
  errno = before;
  return alive;
}

uint32_t page_image_threads(void) {
  uint32_t running;
  return count(&running);
}

uint32_t page_image_await_threads(void) {
  uint32_t running, alive = count(&running);
  const struct timespec pause = {.tv_nsec = 50 * 1000};
  for (int patience = 2000; alive > 0 && running == 0 && patience > 0; patience--) {
    nanosleep(&pause, NULL);
    alive = count(&running);
  }
  return alive;
}

bool page_image_is_own_thread(void) {
  pid_t id = gettid();
  bool found = false;
  pthread_mutex_lock(&page_image_lock);
  for (thread *one = threads; one && !found; one = one->next)
    found = atomic_load(&one->id) == id;
  pthread_mutex_unlock(&page_image_lock);
  return found;
}

static void note_return(void *argument) { atomic_store(&((thread *)argument)->returned, true); }

static void *begin(void *argument) {
  thread *one = argument;
  void *result;
  atomic_store(&one->id, gettid());
  pthread_cleanup_push(note_return, one);  // also for pthread_exit and cancellation
  result = one->start(one->argument);
  pthread_cleanup_pop(1);
  return result;
}

int __wrap_pthread_create(pthread_t *result, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  thread *one = __real_malloc(sizeof *one);
  if (!one) return EAGAIN;
  one->start = start;
  one->argument = argument;
  atomic_init(&one->id, 0);
  atomic_init(&one->returned, false);
  pthread_mutex_lock(&page_image_lock);
  uint32_t running;
  reap(&running);
  one->next = threads;
  threads = one;
  pthread_mutex_unlock(&page_image_lock);
  int failure = __real_pthread_create(result, attributes, begin, one);
  if (failure) {
    pthread_mutex_lock(&page_image_lock);
    for (thread **link = &threads; *link; link = &(*link)->next) {
      if (*link != one) continue;
      *link = one->next;
      break;
    }
    pthread_mutex_unlock(&page_image_lock);
    __real_free(one);
  }
  return failure;
}

// C11's threads reach libc's pthread_create without passing the wrapper.
typedef struct standard_start {
  thrd_start_t start;
  void *argument;
} standard_start;

static void *begin_standard(void *argument) {
  standard_start own = *(standard_start *)argument;
  __real_free(argument);
  return (void *)(intptr_t)own.start(own.argument);
}

int __wrap_thrd_create(thrd_t *result, thrd_start_t start, void *argument) {
  standard_start *own = __real_malloc(sizeof *own);
  if (!own) return thrd_nomem;
  *own = (standard_start){start, argument};
  int failure = __wrap_pthread_create((pthread_t *)result, NULL, begin_standard, own);
  if (!failure) return thrd_success;
  __real_free(own);
  return failure == EAGAIN ? thrd_nomem : thrd_error;
}
