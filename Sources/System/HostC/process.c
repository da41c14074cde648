#define _GNU_SOURCE
#include <HostC/process.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

unsigned hostc_free_keys(void) {
  pthread_key_t keys[PTHREAD_KEYS_MAX];
  unsigned count = 0;
  while (count < PTHREAD_KEYS_MAX && !pthread_key_create(&keys[count], NULL))
    count++;
  for (unsigned i = 0; i < count; i++)
    pthread_key_delete(keys[i]);
  return count;
}

void hostc_signal_handlers(uintptr_t *handlers) {
  handlers[0] = 0;
  for (int signal = 1; signal < hostc_signal_count; signal++) {
    struct sigaction action;
    handlers[signal] = sigaction(signal, NULL, &action) ? 0 : (uintptr_t)action.sa_handler;
  }
}

bool hostc_can_be_watched(int descriptor) {
  int set = epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) return false;
  struct epoll_event event = {.events = EPOLLPRI};
  bool can = epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0;
  close(set);
  return can;
}
