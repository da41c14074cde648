// Has a constructor that ends the process that loads it.
#define FIXTURE_PAGE "AbortingPage"
#include "fixture_page.h"

__attribute__((constructor)) static void end(void) { abort(); }
