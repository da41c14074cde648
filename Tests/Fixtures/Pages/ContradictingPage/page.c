// Its note declares contradiction.ask(x) -> x; its code has another signature.
#include "fixture.h"

static page_status ask(void *page, const page_call *call, page_string text) {
  (void)page, (void)call, (void)text;
  return PAGE_OK;
}

static const page_action actions[] = {{"contradiction.ask", "s", "", (void (*)(void))ask}};

#define FIXTURE_PAGE "ContradictingPage"
#define FIXTURE_ACTIONS actions
#include "fixture_page.h"
