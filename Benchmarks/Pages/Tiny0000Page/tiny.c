// A page of nothing: its copies, each with another number in the name, are what `list` is measured with.
#include "glue.h"

static page_status create(const page_definition *definition, const page_host *host, page_instance instance,
                          void **page) {
  (void)host, (void)instance;
  *page = (void *)definition;
  return PAGE_OK;
}

static void destroy(void *page) { (void)page; }

static const page_definition definition = {
    .size = sizeof definition, .name = PAGE_MANIFEST_MODULE, .create = create, .destroy = destroy};
static const page_definition *const pages[] = {&definition};
static const page_module module = {
    .size = sizeof module,
    .abi = PAGE_ABI_VERSION,
    .name = PAGE_MANIFEST_MODULE,
    .version = PAGE_MANIFEST_VERSION,
    .pages = pages,
    .page_count = 1,
};

page_status page_module_open(const page_host *host, const page_module **given) {
  (void)host;
  *given = &module;
  return PAGE_OK;
}
