#include "hostile.h"
#include <stdint.h>

page_status hostile_view(void *self, page_view *view) {
  const char *how = ((hostile *)self)->view;
  static page_node nodes[80];
  for (size_t index = 0; index < 80; index++) {
    static char ids[80][4] = {{0}};
    ids[index][0] = 'n', ids[index][1] = (char)('0' + index / 10), ids[index][2] = (char)('0' + index % 10);
    nodes[index] = fixture_node(index ? PAGE_NODE_TEXT : PAGE_NODE_COLUMN, index ? 1 : 0, ids[index], "text");
  }
  fixture_view(view, nodes, 3);
  if (!strcmp(how, "root")) nodes[0].depth = 1;
  if (!strcmp(how, "jump")) nodes[2].depth = 3;
  if (!strcmp(how, "roots")) nodes[2].depth = 0;
  if (!strcmp(how, "kind")) nodes[1].kind = 99;
  if (!strcmp(how, "ids")) nodes[2].id = nodes[1].id;
  if (!strcmp(how, "utf8")) nodes[1].text = (page_string){.data = "\xff\xfe", .length = 2};
  if (!strcmp(how, "length")) nodes[1].text.length = SIZE_MAX;
  if (!strcmp(how, "long")) nodes[1].text.length = (size_t)1 << 40;
  if (!strcmp(how, "nothing")) nodes[1].text = (page_string){.data = 0, .length = 10};
  if (!strcmp(how, "title")) view->title = (page_string){.data = "\xc3", .length = 1};
  if (!strcmp(how, "count")) view->count = SIZE_MAX;
  if (!strcmp(how, "many")) view->count = PAGE_MAX_NODES + 1;
  if (!strcmp(how, "null")) view->nodes = 0;
  if (!strcmp(how, "stride")) view->node_size = 8;
  if (!strcmp(how, "strides")) view->node_size = UINT32_MAX;
  if (!strcmp(how, "pending")) return PAGE_PENDING;
  if (!strcmp(how, "status")) return 4711;
  if (!strcmp(how, "number")) nodes[1].kind = PAGE_NODE_PROGRESS, nodes[1].number = __builtin_nan("");
  if (!strcmp(how, "deep")) {
    for (uint32_t index = 0; index < 80; index++)
      nodes[index].depth = index, nodes[index].kind = PAGE_NODE_COLUMN;
    view->count = 80;
  }
  return PAGE_OK;
}
