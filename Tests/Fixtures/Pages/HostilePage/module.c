#include "hostile.h"

static page_status create(const page_definition *definition, const page_host *host, page_instance instance,
                          void **out) {
  (void)definition, (void)host;
  hostile *page = calloc(1, sizeof *page);
  if (!page) return PAGE_FAILED;
  page->instance = instance;
  *out = page;
  return PAGE_OK;
}

static page_status init_data(void *self, const page_call *call, page_map arguments, page_map state) {
  (void)call, (void)state;
  hostile *page = self;
  const page_value *view = fixture_find(arguments, "view");
  if (!view) return PAGE_OK;
  size_t length = view->as.string.length;
  if (length >= sizeof page->view) length = sizeof page->view - 1;
  memcpy(page->view, view->as.string.data, length);
  return PAGE_OK;
}

static const page_action actions[] = {
    {"hostile.ask", "s", "x", (void (*)(void))hostile_ask},
    {"hostile.answer", "s", "s", (void (*)(void))hostile_answer},
    {"hostile.list", "s", "av", (void (*)(void))hostile_list},
    {"hostile.map", "s", "a{sv}", (void (*)(void))hostile_map},
};

static void turn(void) {
  page_value value = {.type = PAGE_TYPE_INTEGER, .as.integer = 1};
  page_value wrong = {.type = PAGE_TYPE_STRING, .as.string = fixture_text("second")};
  hostile_host->complete(hostile_host, hostile_owed, PAGE_OK, &value, fixture_text(""));
  hostile_host->complete(hostile_host, hostile_owed, PAGE_OK, &wrong, fixture_text(""));
  hostile_host->complete(hostile_host, hostile_owed, PAGE_FAILED, 0, fixture_text("third"));
}

static const page_definition definition = {
    .size = sizeof definition,
    .action_count = sizeof actions / sizeof *actions,
    .name = "HostilePage",
    .actions = actions,
    .create = create,
    .destroy = free,
    .init_data = init_data,
    .view = hostile_view,
};
static const page_definition *const pages[] = {&definition};
static const page_module module = {
    .size = sizeof module,
    .abi = PAGE_ABI_VERSION,
    .name = "HostilePage",
    .version = "1.0.0",
    .pages = pages,
    .page_count = 1,
    .turn = turn,
};

page_status page_module_open(const page_host *host, const page_module **out) {
  hostile_host = host;
  *out = &module;
  return PAGE_OK;
}
