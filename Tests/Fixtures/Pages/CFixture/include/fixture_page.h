// A page without data, for modules in which something else is of interest: one text, whose words are FIXTURE_PAGE.
//
// Before including it: #define FIXTURE_PAGE "NamePage", and optionally FIXTURE_ACTIONS, an array of page_action, and
// FIXTURE_OPEN, a function that page_module_open calls.
#pragma once
#include "fixture.h"

static const page_host *fixture_host;

static page_status fixture_create(const page_definition *definition, const page_host *host, page_instance instance,
                                  void **page) {
  (void)definition, (void)host, (void)instance;
  *page = malloc(1);
  return *page ? PAGE_OK : PAGE_FAILED;
}

static page_status fixture_show(void *page, page_view *view) {
  (void)page;
  static page_node node;
  node = fixture_node(PAGE_NODE_TEXT, 0, "text", "This is " FIXTURE_PAGE);
  return fixture_view(view, &node, 1);
}

static const page_definition fixture_definition = {
    .size = sizeof fixture_definition,
#ifdef FIXTURE_ACTIONS
    .action_count = sizeof FIXTURE_ACTIONS / sizeof *FIXTURE_ACTIONS,
    .actions = FIXTURE_ACTIONS,
#endif
    .name = FIXTURE_PAGE,
    .create = fixture_create,
    .destroy = free,
    .view = fixture_show,
};
static const page_definition *const fixture_pages[] = {&fixture_definition};
static const page_module fixture_module = {
    .size = sizeof fixture_module,
    .abi = PAGE_ABI_VERSION,
    .name = FIXTURE_PAGE,
    .version = "1.0.0",
    .pages = fixture_pages,
    .page_count = 1,
};

page_status page_module_open(const page_host *host, const page_module **module) {
  fixture_host = host;
  *module = &fixture_module;
#ifdef FIXTURE_OPEN
  FIXTURE_OPEN();
#endif
  return PAGE_OK;
}
