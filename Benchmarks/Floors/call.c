// call FILE TIMES: prints the nanoseconds of a call of AnswerPage's action `bench.add` through libffi alone, the median
// of batches.
#include "clock.h"
#include <PageABI.h>
#include <dlfcn.h>
#include <ffi.h>
#include <stdio.h>

enum { BATCH = 1000 };

static page_host host = {.size = sizeof host, .abi = PAGE_ABI_VERSION};

/// Opens the module and makes its page, whose action is then called as the host would.
static const page_action *open_page(const char *path, void **page) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  page_module_open_function *open = library ? (page_module_open_function *)dlsym(library, PAGE_MODULE_OPEN) : NULL;
  const page_module *module = NULL;
  if (!open || open(&host, &module) != PAGE_OK || !module) return NULL;
  const page_definition *definition = module->pages[0];
  return definition->create(definition, &host, 1, page) == PAGE_OK ? definition->actions : NULL;
}

int main(int count, char **words) {
  size_t batches = count == 3 ? strtoul(words[2], NULL, 10) / BATCH : 0;
  uint64_t *taken = calloc(batches, sizeof *taken);
  if (!batches || !taken) return fputs("usage: call FILE TIMES\n", stderr), 64;
  void *page = NULL;
  const page_action *action = open_page(words[1], &page);
  if (!action) return fprintf(stderr, "call: error: %s cannot be opened\n", words[1]), 1;

  ffi_cif interface;
  ffi_type *types[] = {&ffi_type_pointer, &ffi_type_pointer, &ffi_type_sint64, &ffi_type_sint64, &ffi_type_pointer};
  if (ffi_prep_cif(&interface, FFI_DEFAULT_ABI, 5, &ffi_type_uint32, types) != FFI_OK) return 1;
  page_string error = {0};
  page_call call = {.size = sizeof call, .token = 1, .error = &error};
  const page_call *call_at = &call;
  int64_t left = 0, right = 2, sum = 0, *sum_at = &sum;
  void *arguments[] = {&page, &call_at, &left, &right, &sum_at};
  for (size_t i = 0; i < batches; i++) {
    uint64_t start = now();
    for (int j = 0; j < BATCH; j++) {
      ffi_arg status = PAGE_FAILED;
      ffi_call(&interface, action->function, &status, arguments);
      if (status != PAGE_OK || sum != left + right) return fputs("call: error: a wrong answer\n", stderr), 1;
      left = sum;
    }
    taken[i] = now() - start;
  }
  printf("%.1f\n", (double)median(taken, batches) / BATCH);
  return 0;
}
