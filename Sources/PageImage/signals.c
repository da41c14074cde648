// Signal handlers and the alternate stack. A handler of the image's that is still installed gives way to the one before
// it, if the code of that one is still where it was.
#include "image.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

REAL(int, sigaction, int, const struct sigaction *, struct sigaction *);
REAL(int, sigaltstack, const stack_t *, stack_t *);

typedef struct earlier {
  _Atomic bool known;
  struct sigaction action;
  const void *base;  // of the object that the handler is in; null for none
  char *path;
} earlier;
static earlier before[NSIG];

static void *handler_of(const struct sigaction *action) {
  return action->sa_flags & SA_SIGINFO ? (void *)action->sa_sigaction : (void *)action->sa_handler;
}
static bool is_code(const void *handler) { return handler != (void *)SIG_DFL && handler != (void *)SIG_IGN; }

static void remember(int signal) {
  earlier *slot = &before[signal];
  if (__real_sigaction(signal, NULL, &slot->action)) return;
  const void *handler = handler_of(&slot->action);
  Dl_info place;
  if (is_code(handler) && dladdr(handler, &place)) {
    slot->base = place.dli_fbase;
    size_t size = strlen(place.dli_fname) + 1;
    slot->path = __real_malloc(size);
    if (slot->path) memcpy(slot->path, place.dli_fname, size);
  }
  atomic_store(&slot->known, true);
}

int __wrap_sigaction(int signal, const struct sigaction *action, struct sigaction *old) {
  if (action && signal > 0 && signal < NSIG && !atomic_load(&before[signal].known)) {
    int error = errno;
    remember(signal);
    errno = error;
  }
  return __real_sigaction(signal, action, old);
}

static sighandler_t install(int signal, sighandler_t handler, int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
  sigemptyset(&action.sa_mask);
  return __wrap_sigaction(signal, &action, &old) ? SIG_ERR : old.sa_handler;
}
sighandler_t __wrap_signal(int signal, sighandler_t handler) { return install(signal, handler, SA_RESTART); }
sighandler_t __wrap_bsd_signal(int signal, sighandler_t handler) { return install(signal, handler, SA_RESTART); }
sighandler_t __wrap___sysv_signal(int signal, sighandler_t handler) {
  return install(signal, handler, (int)SA_RESETHAND | SA_NODEFER);
}
sighandler_t __wrap_sysv_signal(int signal, sighandler_t handler) { return __wrap___sysv_signal(signal, handler); }

static bool is_installed(int signal) {
  struct sigaction now;
  return atomic_load(&before[signal].known) && !__real_sigaction(signal, NULL, &now) &&
         page_image_contains(handler_of(&now));
}

uint32_t page_image_handlers(void) {
  uint32_t sum = 0;
  for (int signal = 1; signal < NSIG; signal++)
    sum += is_installed(signal);
  return sum;
}

/// Whether the earlier handler's code is where it was: the object that held it may be gone, and another in its place.
static bool is_still_there(const earlier *slot) {
  const void *handler = handler_of(&slot->action);
  if (!is_code(handler)) return true;
  Dl_info place;
  return slot->path && dladdr(handler, &place) && place.dli_fbase == slot->base && !strcmp(place.dli_fname, slot->path);
}

static stack_t stack_before;
static pthread_t stack_thread;
static const void *own_stack;  // the one that the image set on the host's thread

int __wrap_sigaltstack(const stack_t *stack, stack_t *old) {
  stack_t now;
  if (!stack || page_image_is_own_thread()) return __real_sigaltstack(stack, old);
  (void)__real_sigaltstack(NULL, &now);
  int failure = __real_sigaltstack(stack, old);
  if (failure) return failure;
  if (!own_stack) stack_before = now;
  stack_thread = pthread_self();
  own_stack = stack->ss_flags & SS_DISABLE ? NULL : stack->ss_sp;
  return 0;
}

void page_image_undo_signals(void) {
  for (int signal = 1; signal < NSIG; signal++) {
    earlier *slot = &before[signal];
    if (is_installed(signal)) {
      struct sigaction standard = {.sa_handler = SIG_DFL};
      (void)__real_sigaction(signal, is_still_there(slot) ? &slot->action : &standard, NULL);
    }
    __real_free(slot->path);
  }
  stack_t now;
  if (own_stack && pthread_equal(stack_thread, pthread_self()) && !__real_sigaltstack(NULL, &now) &&
      now.ss_sp == own_stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    bool had_none = !stack_before.ss_sp || stack_before.ss_flags & SS_DISABLE;
    (void)__real_sigaltstack(had_none ? &none : &stack_before, NULL);
  }
}
