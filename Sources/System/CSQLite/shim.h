// SQLite: what pages store.
#pragma once
#include <sqlite3.h>

/// Makes a connection refuse what could corrupt its file, and treat functions in the schema as unsafe.
/// Here because `sqlite3_db_config` takes variable arguments, which Swift cannot pass.
static inline int csqlite_harden(sqlite3 *db) {
  int code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
  return code;
}

/// Lets triggers write virtual tables. Before SQLite 3.44 FTS5 is not known to be harmless there.
static inline int csqlite_trust_schema(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

/// Binds text that SQLite copies. Here because `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}
