// The first entry starts two threads that live on; `turn` ends one, `close` the other. Both are detached.
#include <PageABI.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static sem_t first, second;

static void *wait_first(void *unused) {
  sem_wait(&first);
  return unused;
}
static int wait_second(void *unused) {
  (void)unused;
  sem_wait(&second);
  return 0;
}
static void turn(void) { sem_post(&first); }
static void close_module(void) { sem_post(&second); }

static const page_module self = {.size = sizeof self,
                                 .abi = PAGE_ABI_VERSION,
                                 .name = "ThreadImage",
                                 .version = "1",
                                 .turn = turn,
                                 .close = close_module};

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  pthread_t ended, posix;
  thrd_t standard;
  *module = &self;
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  sem_post(&first);  // for the one that is joined
  if (pthread_create(&ended, 0, wait_first, 0) || pthread_join(ended, 0)) return PAGE_FAILED;
  if (pthread_create(&posix, 0, wait_first, 0) || pthread_detach(posix)) return PAGE_FAILED;
  if (thrd_create(&standard, wait_second, 0) != thrd_success) return PAGE_FAILED;
  return thrd_detach(standard) == thrd_success ? PAGE_OK : PAGE_FAILED;
}
