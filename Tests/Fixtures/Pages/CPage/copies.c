#include "copies.h"
#include <stdlib.h>
#include <string.h>

typedef struct copies_block {
  struct copies_block *next;
  _Alignas(16) unsigned char bytes[];
} copies_block;

static void *copy(copies *copies, const void *from, size_t size) {
  if (!size) return 0;
  copies_block *block = malloc(sizeof *block + size);
  if (!block) abort();
  block->next = copies->first;
  copies->first = block;
  return memcpy(block->bytes, from, size);
}

void copies_clear(copies *copies) {
  while (copies->first) {
    copies_block *next = copies->first->next;
    free(copies->first);
    copies->first = next;
  }
}

page_string copies_string(copies *copies, page_string text) {
  return (page_string){.data = copy(copies, text.data, text.length), .length = text.length};
}

page_bytes copies_bytes(copies *copies, page_bytes bytes) {
  return (page_bytes){.data = copy(copies, bytes.data, bytes.length), .length = bytes.length};
}

static void copy_parts(copies *copies, page_value *value) {
  switch (value->type) {
  case PAGE_TYPE_STRING:
    value->as.string = copies_string(copies, value->as.string);
    break;
  case PAGE_TYPE_BYTES:
    value->as.bytes = copies_bytes(copies, value->as.bytes);
    break;
  case PAGE_TYPE_LIST:
    value->as.list = copies_list(copies, value->as.list);
    break;
  case PAGE_TYPE_MAP:
    value->as.map = copies_map(copies, value->as.map);
    break;
  default:
    break;
  }
}

page_list copies_list(copies *copies, page_list list) {
  page_value *items = copy(copies, list.items, list.count * sizeof *items);
  for (size_t index = 0; index < list.count; index++)
    copy_parts(copies, &items[index]);
  return (page_list){.items = items, .count = list.count};
}

page_map copies_map(copies *copies, page_map map) {
  page_entry *entries = copy(copies, map.entries, map.count * sizeof *entries);
  for (size_t index = 0; index < map.count; index++) {
    entries[index].name = copies_string(copies, entries[index].name);
    copy_parts(copies, &entries[index].value);
  }
  return (page_map){.entries = entries, .count = map.count};
}
