// Changes what belongs to the whole process: locale, environment, working folder, libc's hidden state, on_exit, atexit.
#define _GNU_SOURCE
#include <PageABI.h>
#include <errno.h>
#include <locale.h>
#include <printf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

static char variable[] = "PAGEHOST_FIXTURE_PUT=by putenv";
static char random_state[64], buffer[BUFSIZ];
static void at_end(int status, void *text) {
  (void)status;
  setenv("PAGEHOST_FIXTURE_EXIT", text, 1);
}
static void add(const char *word) {
  const char *before = getenv("PAGEHOST_FIXTURE_ATEXIT");
  char after[64];
  snprintf(after, sizeof after, "%s%s", before ? before : "", word);
  setenv("PAGEHOST_FIXTURE_ATEXIT", after, 1);
}
static void at_end_late(void) { add(" from within"); }
static void at_end_first(void) {
  add(getenv("PAGEHOST_FIXTURE_EXIT") ? "on_exit before, first" : "first");
  if (atexit(at_end_late)) abort();
}
static void at_end_last(void) { add(", last"); }
static int print(FILE *stream, const struct printf_info *info, const void *const *arguments) {
  (void)stream, (void)info, (void)arguments;
  return 0;
}
static int sizes(const struct printf_info *info, size_t count, int *types, int *size) {
  (void)info, (void)count, (void)types, (void)size;
  return 0;
}

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  char words[] = "one two";
  if (setlocale(LC_ALL, "C.UTF-8") || !setlocale(LC_ALL, 0)) return PAGE_FAILED;  // refused; asking is allowed
  if (register_printf_specifier('Y', print, sizes) != -1 || errno != ENOTSUP) return PAGE_FAILED;
  if (putenv(variable) || setenv("PAGEHOST_FIXTURE_SET", "by setenv", 1) || chdir("/")) return PAGE_FAILED;
  if (!strtok(words, " ")) return PAGE_FAILED;
  initstate(1, random_state, sizeof random_state);
  openlog("fixture", 0, LOG_USER);
  setvbuf(stderr, buffer, _IONBF, sizeof buffer);
  if (atexit(at_end_last) || atexit(at_end_first)) return PAGE_FAILED;
  return on_exit(at_end, "ran") ? PAGE_FAILED : PAGE_OK;
}
