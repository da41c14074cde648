// Which module's code runs, in memory that outlives a crash of the process.
#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Modules that a record can name at once.
#define HOSTC_BREADCRUMB_SLOTS 8

/// One module. Strings end with NUL.
typedef struct hostc_breadcrumb_slot {
  char module[72];
  char content[424];
} hostc_breadcrumb_slot;

/// The record in the mapped file.
typedef struct hostc_breadcrumb {
  char magic[8];
  /// The number of the slot of the module whose code runs, from 1; 0 while none runs.
  uint32_t running;
  /// The signal that ended the process while it ran, else 0.
  int32_t signal;
  hostc_breadcrumb_slot slots[HOSTC_BREADCRUMB_SLOTS];
} hostc_breadcrumb;

/// Notes in `crumb` the signal of a crash, from now on, before whatever handled the signal before. Null: no more.
/// The memory must stay mapped until then.
void hostc_breadcrumb_watch(hostc_breadcrumb *_Nullable crumb);

#pragma clang assume_nonnull end
