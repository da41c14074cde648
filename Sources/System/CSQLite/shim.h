// SQLite: what pages store.
#pragma once
#include <sqlite3.h>
