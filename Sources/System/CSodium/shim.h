// libsodium: passwords and random tokens.
#pragma once
#include <sodium.h>
