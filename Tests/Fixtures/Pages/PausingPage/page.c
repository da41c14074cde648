// Has a constructor that does not return.
#define FIXTURE_PAGE "PausingPage"
#include "fixture_page.h"
#include <unistd.h>

__attribute__((constructor)) static void wait_for_good(void) {
  while (1)
    pause();
}
