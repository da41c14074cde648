// What the dynamic linker knows of an image that is mapped.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Facts of a mapped image that decide whether it can be unmapped. The names are memory of the image.
typedef struct hostc_image_facts {
  const void *_Nullable base;
  const void *_Nullable end;
  bool no_delete;                        // linked with -z nodelete
  bool shared_runtime;                   // registers its metadata with a Swift runtime outside of it
  const char *_Nullable unique_symbol;   // the first STB_GNU_UNIQUE symbol that it exports
  const char *_Nullable leaving_import;  // the first function that it imports which can leave something behind
} hostc_image_facts;

/// Reads the facts from the dynamic section of an image. `handle` is dlopen's.
hostc_image_facts hostc_image_inspect(void *handle);

/// Tells whether the dynamic linker has an object of this path.
bool hostc_image_is_mapped(const char *path);

/// The first signal whose handler lies in [base, end), or 0.
int hostc_image_handles_signal(const void *base, const void *end);

#pragma clang assume_nonnull end
