// Starts a thread that ends at once, or one that lives until it is told to end, and may outlive the page.
#include "fixture.h"
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *wait_for_end(void *context) {
  char byte;
  if (read(ends[0], &byte, 1) < 0) return 0;
  return context;
}
static void *return_at_once(void *context) { return context; }

static page_status start(void *page, const page_call *call, bool lives) {
  (void)page;
  pthread_t thread;
  if (lives && pipe(ends)) return fixture_fail(call, "no pipe");
  if (pthread_create(&thread, 0, lives ? wait_for_end : return_at_once, 0)) return fixture_fail(call, "no thread");
  pthread_detach(thread);
  return PAGE_OK;
}

static page_status stop(void *page, const page_call *call) {
  (void)page;
  return write(ends[1], "", 1) == 1 ? PAGE_OK : fixture_fail(call, "no thread waits");
}

static const page_action actions[] = {
    {"thread.start", "b", "", (void (*)(void))start},
    {"thread.stop", "", "", (void (*)(void))stop},
};

#define FIXTURE_PAGE "ThreadPage"
#define FIXTURE_ACTIONS actions
#include "fixture_page.h"
