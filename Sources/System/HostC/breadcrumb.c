#define _GNU_SOURCE
#include <HostC/breadcrumb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic(hostc_breadcrumb *) watched;
static _Atomic(const hostc_breadcrumb_name *) running;
/// The thread that enters modules. What crashes on another one may be anybody's.
static _Atomic(pid_t) entering;

const hostc_breadcrumb_name *hostc_breadcrumb_enter(const hostc_breadcrumb_name *name) {
  // Written by the host's thread alone, and read by a handler on it, or on a thread for which the order is no matter.
  const hostc_breadcrumb_name *before = atomic_load_explicit(&running, memory_order_relaxed);
  atomic_store_explicit(&running, name, memory_order_relaxed);
  return before;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static struct sigaction previous[NSIG];

static void note(int number, siginfo_t *information, void *context) {
  (void)context;
  hostc_breadcrumb *crumb = atomic_load(&watched);
  const hostc_breadcrumb_name *name = atomic_load_explicit(&running, memory_order_relaxed);
  if (crumb && name && !crumb->signal && gettid() == atomic_load(&entering)) {
    crumb->name = *name;
    crumb->running = 1;
    crumb->signal = number;
  }
  sigaction(number, &previous[number], NULL);
  // A fault happens again when this returns; anything else is raised, and comes when this returns.
  bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (!is_fault || information->si_code <= 0) raise(number);
}

void hostc_breadcrumb_watch(hostc_breadcrumb *crumb) {
  static atomic_bool installed;
  atomic_store(&entering, gettid());
  atomic_store(&watched, crumb);
  if (!crumb || atomic_exchange(&installed, true)) return;
  // A stack of its own, for when the thread's has overflowed; one that the thread has already is kept.
  static char stack[16 * 1024];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack}, current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    if (sigaction(crashes[i], NULL, &previous[crashes[i]]) != 0) continue;
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigfillset(&action.sa_mask);
    sigaction(crashes[i], &action, NULL);
  }
}
