// The parts of the contract whose layout is frozen, checked by the compiler.
#include "PageABI.h"

_Static_assert(sizeof(page_value) == 24, "page_value is frozen");
_Static_assert(offsetof(page_value, as) == 8, "the payload of page_value is at 8");
_Static_assert(sizeof(page_entry) == 40, "page_entry is frozen");
_Static_assert(sizeof(page_string) == 16, "a string is (pointer, length)");
_Static_assert(sizeof(page_bytes) == 16, "bytes are (pointer, length)");
