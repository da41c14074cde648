// The host as a module sees it.
#pragma once
#include <page/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The number of a live page object, `ContactPage#7`; never used twice in a process. 0 is none.
typedef uint64_t page_instance;

/// Chosen by who asks, given back with the answer. 0 is none.
typedef uint64_t page_token;

/// An action's name as a number, valid while the module is open; see `page_host.find`.
typedef uint32_t page_action_id;

typedef uint32_t page_log_level;
#define PAGE_LOG_DEBUG 0u
#define PAGE_LOG_INFO 1u
#define PAGE_LOG_WARNING 2u
#define PAGE_LOG_ERROR 3u

/// A call of another page's action.
typedef struct page_request {
  uint32_t size;
  page_action_id action;
  page_token token;   // given back to `page_definition.completed` when the call is pending
  page_token parent;  // the token of the entry that this call serves, or 0: so chains can be counted across suspensions
  const page_value *_Nullable arguments;
  size_t count;
} page_request;

/// What the host does for a module. One for each module that is open, valid until its `close` returns.
typedef struct page_host {
  uint32_t size;
  uint32_t abi;   // PAGE_ABI_VERSION of the host
  void *context;  // the host's own; passed nowhere

  /// Asks for one `page_module.turn` when the clock `now` reaches `deadline`, in nanoseconds; 0 means as soon as the
  /// host is idle. A new request replaces the module's older one. [host thread]
  void (*turn)(const struct page_host *host, uint64_t deadline);

  /// Tells a monotonic time in nanoseconds. [any thread]
  uint64_t (*now)(const struct page_host *host);

  /// Tells the time of day in microseconds since 1970-01-01T00:00:00Z. [any thread]
  int64_t (*wall)(const struct page_host *host);

  /// Adds a line to the log. `instance` may be 0. [host thread]
  void (*log)(const struct page_host *host, page_instance instance, page_log_level level, page_string text);

  /// Gives the number of an action's name. It succeeds for every well-formed name, whether or not a page offers it now.
  /// Fails with PAGE_INVALID for a malformed name, PAGE_DENIED for one the manifest does not list in `calls`.
  /// [host thread]
  page_status (*find)(const struct page_host *host, page_string name, page_action_id *action);

  /// Calls an action. PAGE_OK: `reply` is set, its memory valid until the module's next call of the host or return.
  /// PAGE_PENDING: the answer comes by `page_definition.completed` with the request's token. Anything else: nothing
  /// was called, or the callee failed at once, and `reply` is a string that says why. [host thread]
  page_status (*call)(const struct page_host *host, page_instance instance, const page_request *request,
                      page_value *reply);

  /// Announces an outcome; the flow decides where it leads, after the page has returned. Fails with PAGE_NOT_FOUND when
  /// the manifest does not declare it, PAGE_INVALID when the values do not fit. [host thread]
  page_status (*announce)(const struct page_host *host, page_instance instance, page_string outcome, page_map values);

  /// Answers an entry that returned PAGE_PENDING, once. `value` is the reply (or a map for `save_state`), none when
  /// there is none; `error` says why when `status` is not PAGE_OK. Late answers are dropped. [host thread]
  void (*complete)(const struct page_host *host, page_token call, page_status status, const page_value *_Nullable value,
                   page_string error);

  /// Says that the instance's view differs from the one last read. The host reads views again by itself after every
  /// entry into their module, so this is for a page that changes outside of one. [host thread]
  void (*invalidate)(const struct page_host *host, page_instance instance);

  /// Gives the table of functions of an extension such as PAGE_DATABASE, or null where this host does not have it or
  /// the manifest does not ask for it. The table is valid while the module is open. [host thread]
  const void *_Nullable (*_Nonnull get_extension)(const struct page_host *host, const char *id);
} page_host;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
