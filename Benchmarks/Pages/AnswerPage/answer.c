// A page that adds two numbers for whoever asks: what a call costs is not what it does.
#include "glue.h"

page_status answerPageBenchAdd(void *page, const page_call *call, int64_t left, int64_t right, int64_t *reply) {
  (void)page, (void)call;
  *reply = left + right;
  return PAGE_OK;
}

static page_status create(const page_definition *definition, const page_host *host, page_instance instance,
                          void **page) {
  (void)host, (void)instance;
  *page = (void *)definition;  // it holds nothing
  return PAGE_OK;
}

static void destroy(void *page) { (void)page; }

static const page_definition definition = {
    .size = sizeof definition,
    .name = "AnswerPage",
    .action_count = AnswerPage_action_count,
    .actions = AnswerPage_actions,
    .create = create,
    .destroy = destroy,
};
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
