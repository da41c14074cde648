// An extension of the host that every module has: pages that present others, badges, editions.
#pragma once
#include <page/host.h>
#include <page/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

#define PAGE_NAVIGATION "page.navigation/1"
typedef struct page_navigation {
  uint32_t size;
  /// Presents the page to which the flow's route of `outcome` leads (its `do` is `present`) over this one, which stays
  /// until there is a result. Returns PAGE_PENDING and answers by `completed` a map: "outcome", string, and "values", the
  /// map that the presented page announced; an empty map when it was dismissed without one. Fails with PAGE_NOT_FOUND
  /// when the manifest does not declare the outcome or app.json does not present for it, PAGE_INVALID when the values do
  /// not fit. A person may take any time: while a page waits for the result, none of its entries is overdue. [host thread]
  page_status (*present)(const page_host *host, page_instance instance, page_token token, page_string outcome,
                         page_map values);
  /// Sets the count that is shown where the page can be chosen; 0 shows none. The host keeps it when the page is gone.
  /// [host thread]
  void (*set_badge)(const page_host *host, page_instance instance, int64_t count);
  /// Raises the edition of the page's view: wherever the page stands, it is shown as new, without what the host kept of
  /// the last one, which is focus, scrolling and contents of fields that the page does not give itself. That is so for
  /// each of its objects, and for those that come back after the memory was short. [host thread]
  void (*raise_edition)(const page_host *host, page_instance instance);
} page_navigation;

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
