// A page in C without the link flags, whose global is exported; it opens only while that is its own and unused.
#include <PageABI.h>

int fixture_global;

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  return fixture_global++ == 0 ? PAGE_OK : PAGE_FAILED;
}
