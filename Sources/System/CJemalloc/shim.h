// jemalloc: the heaps of images.
#pragma once
#include <jemalloc/jemalloc.h>
