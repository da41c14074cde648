// A page that breaks the contract in every way that a host in the same process can survive.
#pragma once
#include "fixture.h"

typedef struct hostile {
  page_instance instance;
  char view[32];
} hostile;

extern const page_host *hostile_host;
/// The entry that is answered in the next turn, twice.
extern page_token hostile_owed;

/// Gives a malformed view, by name.
page_status hostile_view(void *page, page_view *view);

// Actions: what the host said to a misuse, as a status; malformed replies.
page_status hostile_ask(void *page, const page_call *call, page_string how, int64_t *reply);
page_status hostile_answer(void *page, const page_call *call, page_string how, page_string *reply);
page_status hostile_list(void *page, const page_call *call, page_string how, page_list *reply);
page_status hostile_map(void *page, const page_call *call, page_string how, page_map *reply);
