// The few things of the host that must be C: the symbol that images look for, and functions that Swift cannot import.
#pragma once
#include <HostC/breadcrumb.h>
#include <HostC/heap.h>
#include <HostC/image.h>
#include <HostC/process.h>
#include <PageABI.h>
#include "terminal_rescue.h"

#pragma clang assume_nonnull begin

/// Sets the heap that the next image binds to; null when no image is being opened.
void hostc_set_heap_opening(const page_heap *_Nullable heap);

#pragma clang assume_nonnull end
