// libffi: calls of functions whose types are known only at run time.
#pragma once
#include <ffi.h>
