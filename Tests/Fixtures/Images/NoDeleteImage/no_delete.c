// Linked with -z nodelete.
#include <PageABI.h>

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  return PAGE_OK;
}
