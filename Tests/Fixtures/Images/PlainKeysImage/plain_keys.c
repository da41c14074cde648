// A page in C without the link flags, which makes a key that nobody counts.
#include <PageABI.h>
#include <pthread.h>

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  pthread_key_t key;
  return pthread_key_create(&key, 0) ? PAGE_FAILED : PAGE_OK;
}
