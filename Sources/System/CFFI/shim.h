// libffi: calls of functions whose types are known only at run time.
#pragma once
#include <ffi.h>
#include <stddef.h>
#include <stdint.h>

// libffi's types are global variables, which Swift cannot read safely; and its struct types must be made. The numbers
// are those of `page_type` in <page/value.h>: a boolean is a byte, a string, bytes, a list and a map are each a
// (pointer, size_t) by value.
static inline ffi_type *_Nullable cffi_argument_type(uint32_t page_type) {
  static ffi_type *elements[3];
  static ffi_type pair = {0, 0, FFI_TYPE_STRUCT, elements};
  elements[0] = &ffi_type_pointer;
  elements[1] = &ffi_type_uint64;
  switch (page_type) {
  case 1:
    return &ffi_type_uint8;
  case 2:
    return &ffi_type_sint64;
  case 3:
    return &ffi_type_double;
  case 4:
  case 5:
  case 6:
  case 7:
    return &pair;
  default:
    return NULL;
  }
}

static inline ffi_type *_Nonnull cffi_pointer_type(void) { return &ffi_type_pointer; }
static inline ffi_type *_Nonnull cffi_status_type(void) { return &ffi_type_uint32; }
