// What the pages in C share: text, nodes and maps of the contract in few words.
#pragma once
#include <PageABI.h>
#include <stdlib.h>
#include <string.h>

/// The text of a C string, not copied.
static inline page_string fixture_text(const char *text) { return (page_string){.data = text, .length = strlen(text)}; }

/// Whether a text is that of a C string.
static inline bool fixture_is(page_string text, const char *other) {
  return text.length == strlen(other) && (text.length == 0 || !memcmp(text.data, other, text.length));
}

/// A node of a view.
static inline page_node fixture_node(page_node_kind kind, uint32_t depth, const char *id, const char *text) {
  return (page_node){.kind = kind, .depth = depth, .id = fixture_text(id), .text = fixture_text(text)};
}

/// Gives nodes as a view.
static inline page_status fixture_view(page_view *view, const page_node *nodes, size_t count) {
  view->node_size = sizeof(page_node);
  view->nodes = nodes;
  view->count = count;
  return PAGE_OK;
}

/// The value of a name in a map, or null.
static inline const page_value *fixture_find(page_map map, const char *name) {
  for (size_t index = 0; index < map.count; index++) {
    if (fixture_is(map.entries[index].name, name)) return &map.entries[index].value;
  }
  return 0;
}

/// Fails an entry with words.
static inline page_status fixture_fail(const page_call *call, const char *words) {
  *call->error = fixture_text(words);
  return PAGE_FAILED;
}
