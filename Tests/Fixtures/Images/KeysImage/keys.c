// Makes thread-specific keys and keeps them, one with a destructor that lies in the image.
#include <PageABI.h>
#include <pthread.h>
#include <threads.h>

static void destroy(void *value) { (void)value; }

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  pthread_key_t key, dropped;
  tss_t standard;
  *module = 0;
  if (pthread_key_create(&key, destroy) || pthread_key_create(&dropped, 0)) return PAGE_FAILED;
  if (tss_create(&standard, 0) != thrd_success) return PAGE_FAILED;
  pthread_setspecific(key, module);
  pthread_key_delete(dropped);
  return PAGE_OK;
}
