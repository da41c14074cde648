// A page with what the plug-ins in Peers/ have: some texts and a list of nodes. Copies have another number in the name.
#include "glue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 50, NODES = 3 + CONTACTS };

typedef struct {
  char *title;
  char *note;
} contact;

typedef struct {
  contact contacts[CONTACTS];
  page_node nodes[NODES];
} page;

static page_status create(const page_definition *definition, const page_host *host, page_instance instance,
                          void **given) {
  (void)definition, (void)host, (void)instance;
  *given = calloc(1, sizeof(page));
  return *given ? PAGE_OK : PAGE_FAILED;
}

static void destroy(void *page) { free(page); }

static char *words(const char *format, int number) {
  char text[64];
  snprintf(text, sizeof text, format, number);
  return strdup(text);
}

static page_status init_data(void *self, const page_call *call, page_map arguments, page_map state) {
  (void)call, (void)arguments, (void)state;
  for (int index = 0; index < CONTACTS; index++) {
    contact *each = &((page *)self)->contacts[index];
    *each = (contact){words("Contact %d", index), words("met in the year %d", 1970 + index)};
    if (!each->title || !each->note) return PAGE_FAILED;
  }
  return PAGE_OK;
}

static void release_data(void *self) {
  for (int index = 0; index < CONTACTS; index++) {
    contact *each = &((page *)self)->contacts[index];
    free(each->title);
    free(each->note);
    *each = (contact){0};
  }
}

static page_string string(const char *text) { return (page_string){.data = text, .length = strlen(text)}; }

static page_status view(void *self, page_view *view) {
  page *page = self;
  page->nodes[0] = (page_node){.kind = PAGE_NODE_COLUMN, .id = string("root")};
  page->nodes[1] = (page_node){.kind = PAGE_NODE_TEXT, .depth = 1, .id = string("heading"), .text = string("Contacts")};
  page->nodes[2] = (page_node){.kind = PAGE_NODE_LIST, .depth = 1, .id = string("list")};
  for (int index = 0; index < CONTACTS; index++) {
    contact *each = &page->contacts[index];
    page->nodes[3 + index] =
        (page_node){.kind = PAGE_NODE_TEXT, .depth = 2, .id = string(each->title), .text = string(each->note)};
  }
  *view = (page_view){.size = sizeof *view, .node_size = sizeof(page_node), .nodes = page->nodes, .count = NODES};
  return PAGE_OK;
}

static const page_definition definition = {
    .size = sizeof definition,
    .name = PAGE_MANIFEST_MODULE,
    .create = create,
    .destroy = destroy,
    .init_data = init_data,
    .release_data = release_data,
    .view = view,
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
