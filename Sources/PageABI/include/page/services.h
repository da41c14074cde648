// Extensions of the host: services that outlive pages. Each is got by `page_host.get_extension` with its id, when the
// manifest asks for it. Every function takes the instance that asks and a token of its choice, returns PAGE_PENDING,
// and answers by `page_definition.completed`; or it returns a failure, and then nothing is answered. [host thread]
#pragma once
#include <page/host.h>
#include <page/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

#define PAGE_DATABASE "page.database/1"
/// SQLite, limited to the tables that the manifest declares and to those that it may read. What is stored belongs to the
/// account that is signed in.
typedef struct page_database {
  uint32_t size;
  /// Runs one SQL statement with values bound to its parameters in order (boolean and integer, real, string, bytes; a
  /// list, a map or none binds NULL). Answers a map: "rows", a list of maps by column name (NULL is left out);
  /// "changes", integer; "rowid", integer, of the last insertion.
  page_status (*run)(const page_host *host, page_instance instance, page_token token, page_string sql,
                     page_list parameters);
} page_database;

#define PAGE_PREFERENCES "page.preferences/1"
/// Small values by name, kept for each module and account.
typedef struct page_preferences {
  uint32_t size;
  /// Answers the value, or none.
  page_status (*get)(const page_host *host, page_instance instance, page_token token, page_string name);
  /// Keeps a value; none removes it. Answers none.
  page_status (*set)(const page_host *host, page_instance instance, page_token token, page_string name,
                     const page_value *value);
} page_preferences;

#define PAGE_SESSION "page.session/1"
/// Who is signed in.
typedef struct page_session {
  uint32_t size;
  /// Answers a map: "account", string, the name; an empty map when nobody is signed in.
  page_status (*current)(const page_host *host, page_instance instance, page_token token);
  /// Signs in. Answers none, or PAGE_FAILED when account and password do not fit.
  page_status (*sign_in)(const page_host *host, page_instance instance, page_token token, page_string account,
                         page_string password, bool remember);
  /// Makes an account and signs in. Answers none, or PAGE_FAILED when the name is taken or the password too short.
  page_status (*create_account)(const page_host *host, page_instance instance, page_token token, page_string account,
                                page_string password, bool remember);
} page_session;

#define PAGE_CENSUS "page.census/1"
/// What the host is made of right now.
typedef struct page_census {
  uint32_t size;
  /// Answers a map: "version", string, of the host; "modules", a list of maps: "module" and "version", strings,
  /// "state", string (listed, loaded), "heapBytes", integer, "pages", a list of maps: "page", "state" (listed, loaded,
  /// initialized, top), strings, "instances", integer.
  page_status (*read)(const page_host *host, page_instance instance, page_token token);
} page_census;

#define PAGE_LANGUAGE "page.language/1"
/// What the app speaks. A manifest need not ask for it, and it answers at once.
typedef struct page_language {
  uint32_t size;
  /// Tells the language, two or three lower-case letters such as "en" or "zh". It is the same and the text valid for as
  /// long as the module is open. [host thread]
  page_string (*current)(const page_host *host);
} page_language;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
