// Which module's code runs, in memory that outlives a crash of the process.
#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The record in the mapped file. Strings end with NUL.
typedef struct hostc_breadcrumb {
  char magic[8];
  /// 1 while code of the module runs.
  uint32_t running;
  /// The signal that ended the process while it ran, else 0.
  int32_t signal;
  char module[72];
  char content[424];
} hostc_breadcrumb;

/// Notes in `crumb` the signal of a crash, from now on, before whatever handled the signal before. Null: no more.
/// The memory must stay mapped until then.
void hostc_breadcrumb_watch(hostc_breadcrumb *_Nullable crumb);

#pragma clang assume_nonnull end
