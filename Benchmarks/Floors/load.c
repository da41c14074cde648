// load FILE TIMES: prints the median nanoseconds of mapping a library and finding its entry, and those of the same with
// unmapping it.
#include "clock.h"
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **words) {
  size_t times = count == 3 ? strtoul(words[2], NULL, 10) : 0;
  uint64_t *opened = calloc(times, sizeof *opened), *closed = calloc(times, sizeof *closed);
  if (!times || !opened || !closed) return fputs("usage: load FILE TIMES\n", stderr), 64;
  for (size_t i = 0; i < times; i++) {
    uint64_t start = now();
    void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library || !dlsym(library, "page_module_open")) return fprintf(stderr, "load: error: %s\n", dlerror()), 1;
    uint64_t end = now();
    dlclose(library);
    opened[i] = end - start;
    closed[i] = now() - start;
  }
  printf("%lu %lu\n", median(opened, times), median(closed, times));
  return 0;
}
