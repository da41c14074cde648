// Leaves signal handlers, an alternate stack and an alarm.
#include <PageABI.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void handle(int signal) { (void)signal; }
static void handle_with(int signal, siginfo_t *info, void *context) { (void)signal, (void)info, (void)context; }

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  struct sigaction action = {.sa_sigaction = handle_with, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
  if (signal(SIGUSR1, handle) == SIG_ERR || sigaction(SIGUSR2, &action, 0)) return PAGE_FAILED;
  if (sigaltstack(&stack, 0)) return PAGE_FAILED;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return PAGE_FAILED;
  alarm(1000);
  return sigaction(SIGUSR1, 0, &action) || action.sa_handler != handle ? PAGE_FAILED : PAGE_OK;
}
