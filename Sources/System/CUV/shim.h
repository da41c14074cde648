// libuv: the loop, files, signals, sockets, children and workers.
#pragma once
#include <uv.h>
#include "main_queue.h"
