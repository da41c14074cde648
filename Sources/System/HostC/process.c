#define _GNU_SOURCE
#include <HostC/process.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>

unsigned hostc_free_keys(void) {
  pthread_key_t keys[PTHREAD_KEYS_MAX];
  unsigned count = 0;
  while (count < PTHREAD_KEYS_MAX && !pthread_key_create(&keys[count], NULL)) count++;
  for (unsigned i = 0; i < count; i++) pthread_key_delete(keys[i]);
  return count;
}

void hostc_signal_handlers(uintptr_t *handlers) {
  handlers[0] = 0;
  for (int signal = 1; signal < hostc_signal_count; signal++) {
    struct sigaction action;
    handlers[signal] = sigaction(signal, NULL, &action) ? 0 : (uintptr_t)action.sa_handler;
  }
}
