// A page in C without the link flags, which leaves nothing.
#include <PageABI.h>
#include <stdlib.h>

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  free(malloc(100));
  return PAGE_OK;
}
