// Copies of values that live until the page is next entered, as the contract asks of a reply.
#pragma once
#include <PageABI.h>

/// A chain of blocks.
typedef struct copies {
  struct copies_block *first;
} copies;

/// Frees every copy.
void copies_clear(copies *copies);

page_string copies_string(copies *copies, page_string text);
page_bytes copies_bytes(copies *copies, page_bytes bytes);
page_list copies_list(copies *copies, page_list list);
page_map copies_map(copies *copies, page_map map);
