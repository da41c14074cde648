// Leaves signal handlers, and tries to leave a locale, a working folder and variables of the environment.
#define _GNU_SOURCE
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void handle(int signal) { (void)signal; }
static char variable[] = "PAGEHOST_ZOO_PUT=by putenv";

static void leave(void) {
  signal(SIGUSR1, handle);
  setlocale(LC_ALL, "C.UTF-8");
  putenv(variable);
  setenv("PAGEHOST_ZOO_SET", "by setenv", 1);
  if (chdir("/")) abort();
}

#define FIXTURE_PAGE "HandlerPage"
#define FIXTURE_OPEN leave
#include "fixture_page.h"
