// Questions to the system that have no call in Swift's Glibc.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How many thread-specific keys the process can still make; makes and deletes them to know. About 30 us.
unsigned hostc_free_keys(void);

enum { hostc_signal_count = 65 };

/// Writes the handler of each signal from 1 to 64, as an address: 0 is the default, 1 is ignored.
void hostc_signal_handlers(uintptr_t *handlers);

/// Whether epoll(7) can tell of events on a descriptor; of an ordinary file it cannot.
bool hostc_can_be_watched(int descriptor);

#pragma clang assume_nonnull end
