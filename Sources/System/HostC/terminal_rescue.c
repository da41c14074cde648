#include "terminal_rescue.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  atomic_bool armed;
  int descriptor;
  struct termios modes;
  char bytes[512];
  size_t length;
} saved;

bool hostc_terminal_arm(int descriptor, const struct termios *modes, const char *bytes, size_t length) {
  atomic_store(&saved.armed, false);
  if (length > sizeof saved.bytes) return false;
  saved.descriptor = descriptor;
  saved.modes = *modes;
  memcpy(saved.bytes, bytes, length);
  saved.length = length;
  atomic_store(&saved.armed, true);
  return true;
}

void hostc_terminal_disarm(void) { atomic_store(&saved.armed, false); }

void hostc_terminal_restore(void) {
  if (!atomic_exchange(&saved.armed, false)) return;
  int error = errno;
  // A process in the background that changes modes is stopped by SIGTTOU; when it is blocked the change is made.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  size_t done = 0;
  while (done < saved.length) {
    ssize_t count = write(saved.descriptor, saved.bytes + done, saved.length - done);
    if (count > 0) done += (size_t)count;
    else if (count == 0 || errno != EINTR) break;
  }
  tcsetattr(saved.descriptor, TCSANOW, &saved.modes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}

// Signals of a crash; and those by which a process is asked to end.
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
static const int requests[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};

static struct sigaction previous[NSIG];

static void rescue(int number, siginfo_t *information, void *context) {
  (void)context;
  hostc_terminal_restore();
  sigaction(number, &previous[number], NULL);
  // A fault happens again when this returns, and what handled it before sees it whole. Anything else is raised; it is
  // blocked until this returns.
  bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (!is_fault || information->si_code <= 0) raise(number);
}

static void install(int number, bool only_default) {
  if (sigaction(number, NULL, &previous[number]) != 0) return;
  if (only_default && previous[number].sa_handler != SIG_DFL) return;
  struct sigaction action = {.sa_sigaction = rescue, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void hostc_terminal_rescue(void) {
  static atomic_bool installed;
  if (atomic_exchange(&installed, true)) return;
  // After a stack overflow a handler needs a stack of its own. One that the thread has already is kept.
  static char stack[16 * 1024];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack}, current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    install(crashes[i], false);
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
    install(requests[i], true);
  atexit(hostc_terminal_restore);
}
