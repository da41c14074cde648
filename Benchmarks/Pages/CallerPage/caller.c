// A page that calls another's action again and again and tells how long one call takes.
#include "../../Floors/clock.h"
#include "glue.h"

enum { BATCH = 1000 };

static const page_host *host;
static page_instance me;
static page_action_id add;
static page_token opening;  // the init_data that is answered once the other page is there

static page_status call_add(int64_t left, int64_t right, page_token parent, page_value *reply) {
  page_value arguments[] = {
      {.type = PAGE_TYPE_INTEGER, .as.integer = left},
      {.type = PAGE_TYPE_INTEGER, .as.integer = right},
  };
  page_request request = {
      .size = sizeof request, .action = add, .token = 1, .parent = parent, .arguments = arguments, .count = 2};
  return host->call(host, me, &request, reply);
}

/// Tells the nanoseconds of one call of bench.add, the median of batches.
page_status callerPageBenchMeasure(void *page, const page_call *call, int64_t times, double *reply) {
  (void)page;
  size_t batches = times < BATCH ? 1 : (size_t)times / BATCH;
  uint64_t *taken = calloc(batches, sizeof *taken);
  if (!taken) return PAGE_FAILED;
  int64_t left = 0;
  for (size_t i = 0; i < batches; i++) {
    uint64_t start = now();
    for (int j = 0; j < BATCH; j++) {
      page_value sum = {0};
      if (call_add(left, 2, call->token, &sum) != PAGE_OK || sum.as.integer != left + 2)
        return free(taken), PAGE_FAILED;
      left = sum.as.integer;
    }
    taken[i] = now() - start;
  }
  *reply = (double)median(taken, batches) / BATCH;
  free(taken);
  return PAGE_OK;
}

static page_status create(const page_definition *definition, const page_host *given, page_instance instance,
                          void **page) {
  host = given;
  me = instance;
  *page = (void *)definition;  // what it holds is above
  return PAGE_OK;
}

static void destroy(void *page) { (void)page; }

/// The first call wakes the other page, so that those which are measured find it.
static page_status init_data(void *page, const page_call *call, page_map arguments, page_map state) {
  (void)page, (void)arguments, (void)state;
  page_value reply;
  page_status status = call_add(1, 2, 0, &reply);
  if (status == PAGE_PENDING) opening = call->token;
  return status;
}

static void completed(void *page, page_token token, page_status status, const page_value *value) {
  (void)page, (void)token;
  page_value none = {.type = PAGE_TYPE_NONE};
  host->complete(host, opening, status, &none, status == PAGE_OK ? (page_string){0} : value->as.string);
}

static const page_definition definition = {
    .size = sizeof definition,
    .name = "CallerPage",
    .action_count = CallerPage_action_count,
    .actions = CallerPage_actions,
    .create = create,
    .destroy = destroy,
    .init_data = init_data,
    .completed = completed,
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

page_status page_module_open(const page_host *given, const page_module **description) {
  page_status status = given->find(given, (page_string){.data = "bench.add", .length = 9}, &add);
  *description = &module;
  return status;
}
