#define _GNU_SOURCE
#include <HostC/process.h>
#include <jemalloc/jemalloc.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>

#define HOSTC_QUOTE(x) #x
#define HOSTC_STRING(x) HOSTC_QUOTE(x)

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

void hostc_return_memory(void) {
  // Every arena of the process, the heaps of images included; what they hold stays.
  mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
  mallctl("arena." HOSTC_STRING(MALLCTL_ARENAS_ALL) ".purge", NULL, NULL, NULL, 0);
}
