// Leaves three mapped areas: one whole, one with a hole in its middle.
#define _GNU_SOURCE
#include <PageABI.h>
#include <sys/mman.h>

static char *map(size_t size) {
  char *area = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (area != MAP_FAILED) area[0] = 1;
  return area == MAP_FAILED ? 0 : area;
}

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  char *whole = map(1 << 20), *holed = map(1 << 20), *gone = map(1 << 20), *grown = map(4096);
  if (!whole || !holed || !gone || !grown) return PAGE_FAILED;
  char *moved = mremap(grown, 4096, 1 << 21, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED || munmap(moved, 1 << 21)) return PAGE_FAILED;
  return munmap(gone, 1 << 20) || munmap(holed + 65536, 65536) ? PAGE_FAILED : PAGE_OK;
}
