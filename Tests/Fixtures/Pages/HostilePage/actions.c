#include "hostile.h"
#include <pthread.h>

const page_host *hostile_host;
page_token hostile_owed;

// Misuses of the host

static page_status call(hostile *page, const char *name, page_value *arguments, size_t count, uint32_t size) {
  page_action_id action = 0;
  page_status found = hostile_host->find(hostile_host, fixture_text(name), &action);
  if (found != PAGE_OK) return found;
  page_request request = {.size = size, .action = action, .token = 1, .arguments = arguments, .count = count};
  page_value reply;
  return hostile_host->call(hostile_host, page->instance, &request, &reply);
}

typedef struct elsewhere {
  hostile *page;
  page_status status;
} elsewhere;

static void *call_elsewhere(void *context) {
  elsewhere *elsewhere = context;
  page_value number = {.type = PAGE_TYPE_INTEGER, .as.integer = 1};
  page_value none = {0};
  hostile *page = elsewhere->page;
  elsewhere->status = call(page, "echo.integer", &number, 1, sizeof(page_request));
  hostile_host->turn(hostile_host, 0);
  hostile_host->log(hostile_host, page->instance, PAGE_LOG_INFO, fixture_text("from another thread"));
  hostile_host->announce(hostile_host, page->instance, fixture_text("known"), (page_map){0});
  hostile_host->complete(hostile_host, 1, PAGE_OK, &none, fixture_text(""));
  hostile_host->invalidate(hostile_host, page->instance);
  if (hostile_host->get_extension(hostile_host, PAGE_DATABASE)) elsewhere->status = PAGE_OK;
  return 0;
}

static page_status announce(hostile *page, const char *outcome, const char *name, page_value value) {
  page_entry entry = {.name = fixture_text(name), .value = value};
  return hostile_host->announce(hostile_host, page->instance, fixture_text(outcome),
                                (page_map){.entries = &entry, .count = 1});
}

static page_status misuse(hostile *page, page_string how) {
  page_value integer = {.type = PAGE_TYPE_INTEGER, .as.integer = 1};
  page_value string = {.type = PAGE_TYPE_STRING, .as.string = fixture_text("text")};
  page_value boolean = {.type = PAGE_TYPE_BOOLEAN, .as.integer = 0x0202020202020202};
  page_value huge = {.type = PAGE_TYPE_LIST, .as.list = {.items = &integer, .count = SIZE_MAX / 2}};
  page_value broken = {.type = PAGE_TYPE_STRING, .as.string = {.data = "\xff", .length = 1}};
  page_value unknown = {.type = 77};
  page_value nested[20];
  for (size_t index = 0; index < 20; index++) {
    nested[index] = (page_value){.type = PAGE_TYPE_LIST, .as.list = {.items = &nested[index + 1], .count = index < 19}};
  }
  const uint32_t size = sizeof(page_request);
  if (fixture_is(how, "right")) return call(page, "echo.integer", &integer, 1, size);
  if (fixture_is(how, "type")) return call(page, "echo.integer", &string, 1, size);
  if (fixture_is(how, "few")) return call(page, "echo.integer", 0, 0, size);
  if (fixture_is(how, "many")) return call(page, "echo.integer", (page_value[]){integer, integer}, 2, size);
  if (fixture_is(how, "null")) return call(page, "echo.integer", 0, 1, size);
  if (fixture_is(how, "boolean")) return call(page, "echo.integer", &boolean, 1, size);
  if (fixture_is(how, "size")) return call(page, "echo.integer", &integer, 1, 4);
  if (fixture_is(how, "huge")) return call(page, "echo.list", &huge, 1, size);
  if (fixture_is(how, "utf8")) return call(page, "echo.string", &broken, 1, size);
  if (fixture_is(how, "unknown")) return call(page, "echo.string", &unknown, 1, size);
  if (fixture_is(how, "nested")) return call(page, "echo.list", &nested[0], 1, size);
  if (fixture_is(how, "undeclared")) return call(page, "echo.real", &integer, 1, size);
  if (fixture_is(how, "name")) return call(page, "\xff", &integer, 1, size);
  if (fixture_is(how, "id")) {
    page_request request = {.size = size, .action = UINT32_MAX, .arguments = &integer, .count = 1};
    return hostile_host->call(hostile_host, page->instance, &request, &string);
  }
  if (fixture_is(how, "instance")) {
    hostile nobody = {.instance = 4711};
    return call(&nobody, "echo.integer", &integer, 1, size);
  }
  if (fixture_is(how, "outcome")) return announce(page, "unknown", "value", integer);
  if (fixture_is(how, "value")) return announce(page, "known", "value", string);
  if (fixture_is(how, "label")) return announce(page, "known", "other", integer);
  if (fixture_is(how, "extension")) {
    return hostile_host->get_extension(hostile_host, PAGE_DATABASE) ? PAGE_OK : PAGE_DENIED;
  }
  if (fixture_is(how, "thread")) {
    elsewhere elsewhere = {.page = page, .status = PAGE_OK};
    pthread_t thread;
    if (pthread_create(&thread, 0, call_elsewhere, &elsewhere)) return PAGE_FAILED;
    pthread_join(thread, 0);
    return elsewhere.status;
  }
  if (fixture_is(how, "tokens")) {
    for (page_token token = 0; token < 100; token++) {
      hostile_host->complete(hostile_host, token, PAGE_OK, &integer, fixture_text(""));
      hostile_host->complete(hostile_host, ~token, 4711, 0, fixture_text(""));
    }
    return PAGE_OK;
  }
  return PAGE_UNSUPPORTED;
}

page_status hostile_ask(void *self, const page_call *call, page_string how, int64_t *reply) {
  if (fixture_is(how, "twice")) {
    hostile_owed = call->token;
    hostile_host->turn(hostile_host, 0);
    return PAGE_PENDING;
  }
  if (fixture_is(how, "status")) return 4711;
  if (fixture_is(how, "words")) {
    *call->error = (page_string){.data = "\xff", .length = 1};
    return PAGE_FAILED;
  }
  *reply = misuse(self, how);
  return PAGE_OK;
}

// Malformed replies

page_status hostile_answer(void *self, const page_call *call, page_string how, page_string *reply) {
  (void)self, (void)call;
  *reply = fixture_text("text");
  if (fixture_is(how, "utf8")) *reply = fixture_text("\xff");
  if (fixture_is(how, "length")) reply->length = SIZE_MAX;
  if (fixture_is(how, "null")) reply->data = 0;
  return PAGE_OK;
}

page_status hostile_list(void *self, const page_call *call, page_string how, page_list *reply) {
  (void)self, (void)call;
  static page_value loop, unknown = {.type = 77}, none;
  loop = (page_value){.type = PAGE_TYPE_LIST, .as.list = {.items = &loop, .count = 1}};
  *reply = (page_list){.items = &loop, .count = 1};
  if (fixture_is(how, "unknown")) reply->items = &unknown;
  if (fixture_is(how, "none")) reply->items = &none;
  if (fixture_is(how, "count")) reply->count = SIZE_MAX;
  if (fixture_is(how, "null")) reply->items = 0;
  if (fixture_is(how, "wide")) {
    // Many references to one text: small to hold, large to copy.
    static page_value wide[1024];
    static char text[1 << 20];
    memset(text, 'a', sizeof text);
    for (size_t index = 0; index < 1024; index++) {
      wide[index] = (page_value){.type = PAGE_TYPE_STRING, .as.string = {.data = text, .length = sizeof text}};
    }
    *reply = (page_list){.items = wide, .count = 1024};
  }
  return PAGE_OK;
}

page_status hostile_map(void *self, const page_call *call, page_string how, page_map *reply) {
  (void)self, (void)call;
  static page_entry entries[2];
  entries[0] = (page_entry){.name = fixture_text("same"), .value = {.type = PAGE_TYPE_INTEGER}};
  entries[1] = entries[0];
  *reply = (page_map){.entries = entries, .count = 2};
  if (fixture_is(how, "name")) entries[1].name = fixture_text("\xff");
  if (fixture_is(how, "count")) reply->count = SIZE_MAX;
  return PAGE_OK;
}
