// Timers that would go off after the image is gone, and calls by which libc starts threads into it.
#include "image.h"
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static owned timers;

REAL(int, timer_create, clockid_t, struct sigevent *, timer_t *);
REAL(int, timer_delete, timer_t);
int __wrap_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
  if (event && event->sigev_notify == SIGEV_THREAD) page_image_uncountable = "timer_create with SIGEV_THREAD";
  int failure = __real_timer_create(clock, event, timer);
  if (!failure) (void)page_image_own(&timers, *timer, 0);
  return failure;
}
int __wrap_timer_delete(timer_t timer) {
  page_image_disown(&timers, timer);
  return __real_timer_delete(timer);
}

// alarm and setitimer: one timer of each kind for the whole process.
static _Atomic bool interval_set[3];

REAL(int, setitimer, int, const struct itimerval *, struct itimerval *);
int __wrap_setitimer(int which, const struct itimerval *value, struct itimerval *old) {
  if (value && which >= 0 && which < 3) {
    atomic_store(&interval_set[which], value->it_value.tv_sec != 0 || value->it_value.tv_usec != 0);
  }
  return __real_setitimer(which, value, old);
}
REAL(unsigned, alarm, unsigned);
unsigned __wrap_alarm(unsigned seconds) {
  atomic_store(&interval_set[ITIMER_REAL], seconds != 0);
  return __real_alarm(seconds);
}

// ---- Threads that libc starts by itself.
#define STARTS_THREADS(name, parameters, arguments)                                                                    \
  extern int __real_##name parameters __attribute__((weak));                                                           \
  int __wrap_##name parameters {                                                                                       \
    page_image_uncountable = #name;                                                                                    \
    return __real_##name arguments;                                                                                    \
  }
struct gaicb;
struct aiocb;
STARTS_THREADS(mq_notify, (int queue, const struct sigevent *event), (queue, event))
STARTS_THREADS(getaddrinfo_a, (int mode, struct gaicb **list, int count, struct sigevent *event),
               (mode, list, count, event))
STARTS_THREADS(aio_read, (struct aiocb * request), (request))
STARTS_THREADS(aio_write, (struct aiocb * request), (request))
STARTS_THREADS(aio_read64, (struct aiocb * request), (request))
STARTS_THREADS(aio_write64, (struct aiocb * request), (request))
STARTS_THREADS(lio_listio, (int mode, struct aiocb *const *list, int count, struct sigevent *event),
               (mode, list, count, event))
STARTS_THREADS(lio_listio64, (int mode, struct aiocb *const *list, int count, struct sigevent *event),
               (mode, list, count, event))

void page_image_undo_timers(void) {
  struct owned_row row;
  while (page_image_pop(&timers, &row))
    (void)__real_timer_delete(row.object);
  for (int which = 0; which < 3; which++) {
    struct itimerval none = {0};
    if (atomic_load(&interval_set[which])) (void)__real_setitimer(which, &none, NULL);
  }
}
