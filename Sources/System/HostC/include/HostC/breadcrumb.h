// Which module's code runs, in memory that outlives a crash of the process.
#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whose code it is that runs. Strings end with NUL.
typedef struct hostc_breadcrumb_name {
  char module[72];
  char content[72];
} hostc_breadcrumb_name;

/// The record in the mapped file.
typedef struct hostc_breadcrumb {
  char magic[8];
  /// 1 when code of a module ran.
  uint32_t running;
  /// The signal that ended the process while it ran, else 0.
  int32_t signal;
  hostc_breadcrumb_name name;
} hostc_breadcrumb;

/// Notes whose code runs from now on and tells whose ran before; null: the host's own. The name must stay until another
/// is noted. It costs a load and a store, as it comes with each entry into a page.
const hostc_breadcrumb_name *_Nullable hostc_breadcrumb_enter(const hostc_breadcrumb_name *_Nullable name);

/// Notes in `crumb` the signal of a crash on the calling thread and whose code ran, from now on, before whatever handled the
/// signal before. Null: no more.
/// The memory must stay mapped until then.
void hostc_breadcrumb_watch(hostc_breadcrumb *_Nullable crumb);

#pragma clang assume_nonnull end
