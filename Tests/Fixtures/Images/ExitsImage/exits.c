// Starts a thread that registers functions for the end of the program, and is still at it when the program ends.
#include <PageABI.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t begun;
static atomic_bool done;

/// Keeps the end of the program going, an entry after the other, until the thread has registered all.
static void register_again(void) {
  if (!atomic_load(&done)) (void)atexit(register_again);
}

static void *register_many(void *unused) {
  for (int count = 0; count < 300 * 1000; count++) {
    if (atexit(register_again)) break;
    if (count == 100) sem_post(&begun);
  }
  atomic_store(&done, true);
  pause();
  return unused;
}

static const page_module self = {.size = sizeof self, .abi = PAGE_ABI_VERSION, .name = "ExitsImage", .version = "1"};

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  pthread_t thread;
  *module = &self;
  if (sem_init(&begun, 0, 0) || pthread_create(&thread, 0, register_many, 0)) return PAGE_FAILED;
  return sem_wait(&begun) ? PAGE_FAILED : PAGE_OK;
}
