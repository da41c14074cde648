// libdispatch's main queue as a source of somebody else's loop: what CoreFoundation uses to serve it.
// libdispatch exports these and keeps them, but declares them in a private header only.
#pragma once
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/// Gives the eventfd that becomes readable when the main queue has work. From then on the queue no longer starts threads.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs what is on the main queue; must be called on the process's main thread.
void _dispatch_main_queue_callback_4CF(void *_Nullable unused);

/// Tells whether this is the process's first thread. Here because Swift's Glibc module has no `gettid`.
static inline bool cuv_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

#pragma clang assume_nonnull end
