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

#define PAGE_REQUESTS "page.requests/1"
/// Facts of a fetch that are either so or not.
typedef uint32_t page_fetch_flags;
#define PAGE_FETCH_PUBLIC 1u    // survives the instance; its answer is a call of `action`
#define PAGE_FETCH_STAY 2u      // redirects are not followed but answered
#define PAGE_FETCH_PROGRESS 4u  // the page is told by PAGE_REQUESTS_PROGRESS how far it is

/// One request over HTTP. What is zero or empty takes the default.
typedef struct page_fetch {
  uint32_t size;
  page_fetch_flags flags;
  page_string url;     // absolute, http or https; its origin is one that the manifest or the app grants
  page_string method;  // default: GET, or POST when there is a body
  page_map headers;    // strings by name
  page_bytes body;
  uint64_t max_bytes;             // of the body as decompressed; default 8 MiB, at most PAGE_FETCH_MAX_BYTES
  uint32_t timeout_milliseconds;  // from now to the whole answer; default 30,000, at most 600,000
  uint32_t max_redirects;         // default 5, at most 20
  page_string action;  // with PAGE_FETCH_PUBLIC: its arguments are (status: x, url: s, type: s, body: ay, error: s)
} page_fetch;

#define PAGE_FETCH_MAX_BYTES 15728640u  // 15 MiB

/// HTTP, limited to the origins that the manifest or the app grants, also after a redirect; no cookies.
typedef struct page_requests {
  uint32_t size;
  /// Fetches. Answers a map, whatever the status of HTTP: "status", integer; "url", string, where the last redirect led;
  /// "type", string, as in the header Content-Type; "body", bytes, decompressed; "headers", a map of strings by
  /// lower-case name. Fails with PAGE_DENIED for an origin that is not granted, PAGE_TIMED_OUT, PAGE_TOO_LARGE,
  /// PAGE_INVALID, PAGE_UNAVAILABLE when too many wait, PAGE_FAILED when there is no answer.
  ///
  /// A public one answers none when it has been accepted. Its action, which is the module's own or one that its manifest
  /// calls, gets status 0 and words in `error` when it failed. It is dropped when the account signs out, or the app ends.
  page_status (*fetch)(const page_host *host, page_instance instance, page_token token, const page_fetch *fetch);
  /// Drops what was asked for by a token and is not answered yet; it will not be. Returns PAGE_OK, or PAGE_NOT_FOUND when
  /// there is no such request. [host thread]
  page_status (*cancel)(const page_host *host, page_instance instance, page_token token_of_fetch);
} page_requests;

#define PAGE_REQUESTS_PROGRESS "page.requests.progress/1"
/// Of a page, by `page_definition.get_extension`: takes how far its requests are that have PAGE_FETCH_PROGRESS.
typedef struct page_requests_progress {
  uint32_t size;
  /// Tells how many bytes of the body have come, as sent, and how many there will be, -1 when that is not known. Not after
  /// the answer. [host thread]
  void (*progress)(void *page, page_token token, int64_t received, int64_t total);
} page_requests_progress;

#define PAGE_XML "page.xml/1"
/// Well-formed XML 1.0 with namespaces, read on a worker. Nothing outside of the document is read; a document type that
/// declares entities is refused.
typedef struct page_xml {
  uint32_t size;
  /// Reads a document. `encoding` is what its carrier says, such as the charset of a Content-Type; a byte order mark is
  /// believed first, then it, then the document's own declaration.
  ///
  /// Answers a list of maps, its nodes in pre-order, since values do not nest as deep as documents do. An element has
  /// "depth", integer, 0 for the root; "name", string, without prefix; "namespace", string, when it has one;
  /// "attributes", a map of strings, when it has some: by name, `xml:lang` and the like with that prefix, others of a
  /// namespace as `{namespace}name`. Text has "depth" and "text", string. Comments and instructions are left out.
  /// Fails with PAGE_INVALID for what is not well-formed, with the line; PAGE_TOO_LARGE beyond PAGE_XML_MAX_BYTES,
  /// PAGE_XML_MAX_NODES or PAGE_XML_MAX_DEPTH.
  page_status (*parse)(const page_host *host, page_instance instance, page_token token, page_bytes document,
                       page_string encoding);
} page_xml;

#define PAGE_XML_MAX_BYTES 8388608u  // 8 MiB
#define PAGE_XML_MAX_NODES 65536u
#define PAGE_XML_MAX_DEPTH 128u

#define PAGE_JSON "page.json/1"
/// JSON (RFC 8259) in UTF-8, read on a worker. A manifest need not ask for it.
typedef struct page_json {
  uint32_t size;
  /// Reads a document of at most PAGE_JSON_MAX_BYTES. Answers what it stands for: objects as maps, arrays as lists,
  /// numbers without fraction and exponent as integers; what is null is left out. Fails with PAGE_INVALID, with the line,
  /// for what is no JSON, has a key twice, or nests deeper than values may.
  page_status (*parse)(const page_host *host, page_instance instance, page_token token, page_bytes document);
} page_json;

#define PAGE_JSON_MAX_BYTES 1048576u  // 1 MiB

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
