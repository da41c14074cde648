// A page in plain C: everything that the contract has, with nothing but its headers.
#include "copies.h"
#include "fixture.h"
#include <stdio.h>

static const page_host *host;
/// The entry that is answered in the next turn, and with what.
static page_token owed;
static int64_t owed_value;

typedef struct page {
  page_instance instance;
  int64_t count;
  bool is_shown;
  char name[64];
  char words[64], shown[64];
  uint64_t asks;
  char ask[48], answer[96];
  page_node nodes[10];
  page_entry state[2];
  copies copies;
} page;

// Lifecycle

static page_status create(const page_definition *definition, const page_host *given, page_instance instance,
                          void **out) {
  (void)definition, (void)given;
  page *made = calloc(1, sizeof *made);
  if (!made) return PAGE_FAILED;
  made->instance = instance;
  *out = made;
  return PAGE_OK;
}

static void destroy(void *self) {
  page *page = self;
  copies_clear(&page->copies);
  free(page);
}

static page_status init_data(void *self, const page_call *call, page_map arguments, page_map state) {
  (void)call;
  page *page = self;
  const page_value *start = fixture_find(arguments, "start"), *count = fixture_find(state, "count"),
                   *name = fixture_find(state, "name");
  page->count = count ? count->as.integer : start ? start->as.integer : 0;
  if (name) snprintf(page->name, sizeof page->name, "%.*s", (int)name->as.string.length, name->as.string.data);
  return PAGE_OK;
}

static void appear_finished(void *self) { ((page *)self)->is_shown = true; }
static void disappear_started(void *self) { ((page *)self)->is_shown = false; }

static page_status save_state(void *self, const page_call *call, page_map *state) {
  (void)call;
  page *page = self;
  page->state[0] =
      (page_entry){.name = fixture_text("count"), .value = {.type = PAGE_TYPE_INTEGER, .as.integer = page->count}};
  page->state[1] = (page_entry){.name = fixture_text("name"),
                                .value = {.type = PAGE_TYPE_STRING, .as.string = fixture_text(page->name)}};
  *state = (page_map){.entries = page->state, .count = 2};
  return PAGE_OK;
}

static void release_data(void *self) { ((page *)self)->count = 0; }

// Screen

static page_status view(void *self, page_view *view) {
  page *page = self;
  snprintf(page->words, sizeof page->words, "Count: %lld", (long long)page->count);
  snprintf(page->shown, sizeof page->shown, "Hello, %s%s", page->name, page->is_shown ? ", on screen" : "");
  page->nodes[0] = fixture_node(PAGE_NODE_COLUMN, 0, "root", "");
  page->nodes[1] = fixture_node(PAGE_NODE_TEXT, 1, "count", page->words);
  page->nodes[2] = fixture_node(PAGE_NODE_TEXT, 1, "hello", page->shown);
  page->nodes[3] = fixture_node(PAGE_NODE_FIELD, 1, "name", "Name");
  page->nodes[3].value = fixture_text(page->name);
  page->nodes[4] = fixture_node(PAGE_NODE_BUTTON, 1, "more", "Count");
  page->nodes[5] = fixture_node(PAGE_NODE_BUTTON, 1, "choose", "Choose");
  page->nodes[6] = fixture_node(PAGE_NODE_BUTTON, 1, "fail", "Fail");
  page->nodes[7] = fixture_node(PAGE_NODE_BUTTON, 1, "ask", "Ask");
  page->nodes[8] = fixture_node(PAGE_NODE_BUTTON, 1, "anew", "Anew");
  page->nodes[9] = fixture_node(PAGE_NODE_TEXT, 1, "answer", page->answer);
  return fixture_view(view, page->nodes, 10);
}

static const page_navigation *navigation(void) { return host->get_extension(host, PAGE_NAVIGATION); }

/// Presents the page to which `asked` leads; by a token that says how often it was done.
static page_status ask(page *page) {
  snprintf(page->ask, sizeof page->ask, "%llu.%llu", (unsigned long long)page->instance,
           (unsigned long long)++page->asks);
  page_entry value = {.name = fixture_text("ask"),
                      .value = {.type = PAGE_TYPE_STRING, .as.string = fixture_text(page->ask)}};
  page_status status = navigation()->present(host, page->instance, page->asks, fixture_text("asked"),
                                             (page_map){.entries = &value, .count = 1});
  return status == PAGE_PENDING ? PAGE_OK : status;
}

static void completed(void *self, page_token token, page_status status, const page_value *value) {
  page *page = self;
  page_string words = fixture_text("nothing");
  if (status != PAGE_OK) {
    words = value->as.string;
  } else {
    const page_value *outcome = fixture_find(value->as.map, "outcome");
    if (outcome) words = outcome->as.string;
  }
  snprintf(page->answer, sizeof page->answer, "%llu: %.*s", (unsigned long long)token, (int)words.length, words.data);
}

static page_status event(void *self, const page_call *call, const page_event *event) {
  page *page = self;
  copies_clear(&page->copies);
  if (event->kind == PAGE_EVENT_CHANGE && fixture_is(event->id, "name")) {
    page_string text = event->value.as.string;
    snprintf(page->name, sizeof page->name, "%.*s", (int)text.length, text.data);
    return PAGE_OK;
  }
  if (event->kind != PAGE_EVENT_TAP) return PAGE_NOT_FOUND;
  if (fixture_is(event->id, "more")) return page->count++, PAGE_OK;
  if (fixture_is(event->id, "fail")) return fixture_fail(call, "this button always fails");
  if (fixture_is(event->id, "ask")) return ask(page);
  if (fixture_is(event->id, "anew")) {
    navigation()->set_badge(host, page->instance, page->count);
    navigation()->raise_edition(host, page->instance);
    return PAGE_OK;
  }
  if (!fixture_is(event->id, "choose")) return PAGE_NOT_FOUND;
  page_entry value = {.name = fixture_text("count"), .value = {.type = PAGE_TYPE_INTEGER, .as.integer = page->count}};
  return host->announce(host, page->instance, fixture_text("chosen"), (page_map){.entries = &value, .count = 1});
}

// Actions

static copies *fresh(void *self) {
  copies *copies = &((page *)self)->copies;
  copies_clear(copies);
  return copies;
}

static page_status echo_boolean(void *self, const page_call *call, bool value, bool *reply) {
  (void)self, (void)call;
  return *reply = value, PAGE_OK;
}
static page_status echo_integer(void *self, const page_call *call, int64_t value, int64_t *reply) {
  (void)self, (void)call;
  return *reply = value, PAGE_OK;
}
static page_status echo_real(void *self, const page_call *call, double value, double *reply) {
  (void)self, (void)call;
  return *reply = value, PAGE_OK;
}
static page_status echo_string(void *self, const page_call *call, page_string value, page_string *reply) {
  (void)call;
  return *reply = copies_string(fresh(self), value), PAGE_OK;
}
static page_status echo_bytes(void *self, const page_call *call, page_bytes value, page_bytes *reply) {
  (void)call;
  return *reply = copies_bytes(fresh(self), value), PAGE_OK;
}
static page_status echo_list(void *self, const page_call *call, page_list value, page_list *reply) {
  (void)call;
  return *reply = copies_list(fresh(self), value), PAGE_OK;
}
static page_status echo_map(void *self, const page_call *call, page_map value, page_map *reply) {
  (void)call;
  return *reply = copies_map(fresh(self), value), PAGE_OK;
}
static page_status echo_all(void *self, const page_call *call, bool boolean, int64_t integer, double real,
                            page_string string, page_bytes bytes, page_list list, page_map map, page_list *reply) {
  (void)call;
  page_value all[7] = {
      {.type = PAGE_TYPE_BOOLEAN, .as.boolean = boolean},
      {.type = PAGE_TYPE_INTEGER, .as.integer = integer},
      {.type = PAGE_TYPE_REAL, .as.real = real},
      {.type = PAGE_TYPE_STRING, .as.string = string},
      {.type = PAGE_TYPE_BYTES, .as.bytes = bytes},
      {.type = PAGE_TYPE_LIST, .as.list = list},
      {.type = PAGE_TYPE_MAP, .as.map = map},
  };
  return *reply = copies_list(fresh(self), (page_list){.items = all, .count = 7}), PAGE_OK;
}
static page_status echo_nothing(void *self, const page_call *call) {
  (void)self, (void)call;
  return PAGE_OK;
}
static page_status echo_fail(void *self, const page_call *call, page_string words) {
  *call->error = copies_string(fresh(self), words);
  return PAGE_FAILED;
}
static page_status echo_later(void *self, const page_call *call, int64_t value, int64_t *reply) {
  (void)self, (void)reply;
  owed = call->token;
  owed_value = value;
  host->turn(host, 0);
  return PAGE_PENDING;
}
static page_status echo_never(void *self, const page_call *call) {
  (void)self, (void)call;
  return PAGE_PENDING;
}

static const page_action actions[] = {
    {"echo.boolean", "b", "b", (void (*)(void))echo_boolean},
    {"echo.integer", "x", "x", (void (*)(void))echo_integer},
    {"echo.real", "d", "d", (void (*)(void))echo_real},
    {"echo.string", "s", "s", (void (*)(void))echo_string},
    {"echo.bytes", "ay", "ay", (void (*)(void))echo_bytes},
    {"echo.list", "av", "av", (void (*)(void))echo_list},
    {"echo.map", "a{sv}", "a{sv}", (void (*)(void))echo_map},
    {"echo.all", "bxdsayava{sv}", "av", (void (*)(void))echo_all},
    {"echo.nothing", "", "", (void (*)(void))echo_nothing},
    {"echo.fail", "s", "", (void (*)(void))echo_fail},
    {"echo.later", "x", "x", (void (*)(void))echo_later},
    {"echo.never", "", "", (void (*)(void))echo_never},
};

// Module

static void turn(void) {
  page_value value = {.type = PAGE_TYPE_INTEGER, .as.integer = owed_value};
  host->complete(host, owed, PAGE_OK, &value, fixture_text(""));
}

static const page_definition definition = {
    .size = sizeof definition,
    .action_count = sizeof actions / sizeof *actions,
    .name = "CPage",
    .actions = actions,
    .create = create,
    .destroy = destroy,
    .init_data = init_data,
    .appear_finished = appear_finished,
    .disappear_started = disappear_started,
    .save_state = save_state,
    .release_data = release_data,
    .view = view,
    .event = event,
    .completed = completed,
};
static const page_definition *const pages[] = {&definition};
static const page_module module = {
    .size = sizeof module,
    .abi = PAGE_ABI_VERSION,
    .name = "CPage",
    .version = "1.2.3",
    .pages = pages,
    .page_count = 1,
    .turn = turn,
};

page_status page_module_open(const page_host *given, const page_module **out) {
  if (given->abi < PAGE_ABI_VERSION) return PAGE_UNSUPPORTED;
  host = given;
  *out = &module;
  return PAGE_OK;
}
