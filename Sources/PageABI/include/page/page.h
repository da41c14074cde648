// A page as the host sees it.
#pragma once
#include <page/host.h>
#include <page/value.h>
#include <page/view.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// One entry into a page.
typedef struct page_call {
  uint32_t size;
  uint32_t reserved;   // MUST be 0
  page_token token;    // an answer that comes later names it
  page_string *error;  // the page MAY set it when it fails; the memory MUST stay valid until the page is next entered
} page_call;

/// An action that a page offers.
///
/// `function` has the C type that the two signatures spell:
///   page_status f(void *page, const page_call *call, <argument>..., <reply> *reply)
/// with b: bool, x: int64_t, d: double, s: page_string, ay: page_bytes, av: page_list, a{sv}: page_map, all by value;
/// without the last parameter when the reply is the empty signature. Arguments are valid during the call, reply memory
/// MUST stay valid until the page is next entered. It may return PAGE_PENDING and answer by `page_host.complete`.
/// [host thread]
typedef struct page_action {
  const char *name;       // "notices.set"
  const char *arguments;  // "x"
  const char *reply;      // ""
  void (*function)(void);
} page_action;

/// A page that a module declares. The host enters an instance at most once at a time, on one thread.
///
/// An entry returns PAGE_OK, PAGE_PENDING when it is answered later through `page_host.complete`, or a failure, with
/// words in `call->error` if it has any. A null function is an entry that does nothing and succeeds.
typedef struct page_definition {
  uint32_t size;
  uint32_t action_count;
  const char *name;
  const page_action *_Nullable actions;

  /// Makes an instance of the page that `definition` declares. It does little: data comes with `init_data`. [host thread]
  page_status (*create)(const struct page_definition *definition, const page_host *host, page_instance instance,
                        void *_Nullable *_Nonnull page);

  /// Ends an instance; comes last, once, also when `init_data` failed. [host thread]
  void (*destroy)(void *page);

  /// Takes what the page needs to be shown. `state` is what `save_state` gave before, or empty. [host thread]
  page_status (*_Nullable init_data)(void *page, const page_call *call, page_map arguments, page_map state);

  /// A transition that shows the page has begun; has ended; one that hides it has begun; has ended. Each comes once, in
  /// balance. They cannot fail and are not answered later. [host thread]
  void (*_Nullable appear_started)(void *page);
  void (*_Nullable appear_finished)(void *page);
  void (*_Nullable disappear_started)(void *page);
  void (*_Nullable disappear_finished)(void *page);

  /// Gives what the page needs to come back as it was, at most PAGE_MAX_STATE bytes. Comes before a release that the
  /// person did not ask for. Memory as for a reply. [host thread]
  page_status (*_Nullable save_state)(void *page, const page_call *call, page_map *state);

  /// Lets go of everything that `init_data` took. What it started MUST have ended when it returns. [host thread]
  void (*_Nullable release_data)(void *page);

  /// Gives the view; memory as for a reply. [host thread]
  page_status (*_Nullable view)(void *page, page_view *view);

  /// Tells what a person did. [host thread]
  page_status (*_Nullable event)(void *page, const page_call *call, const page_event *event);

  /// Gives the answer to something this instance asked of the host. Not called after `release_data`. When `status` is
  /// not PAGE_OK, `value` is a string that says why. [host thread]
  void (*_Nullable completed)(void *page, page_token token, page_status status, const page_value *value);

  /// Gives the table of functions of an extension, or null. [host thread]
  const void *_Nullable (*_Nullable get_extension)(void *page, const char *id);

  /// Memory is short, for the process or for the module's own limit; the page lets go of what it can do without. Comes
  /// to pages that stay, `level` being PAGE_MEMORY_LOW or PAGE_MEMORY_CRITICAL. [host thread]
  void (*_Nullable memory_warning)(void *page, uint32_t level);
} page_definition;

#define PAGE_MEMORY_LOW 1u
#define PAGE_MEMORY_CRITICAL 2u

#define PAGE_MAX_STATE 262144u  // 256 KiB

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
