// A module as the host sees it: the one symbol that it exports.
#pragma once
#include <page/host.h>
#include <page/page.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The version of this contract.
#define PAGE_ABI_VERSION 1u

/// The ELF note that carries a module's manifest: section, owner, type, and the largest descriptor in bytes.
#define PAGE_NOTE_SECTION ".note.page"
#define PAGE_NOTE_OWNER "PageHost"
#define PAGE_NOTE_MANIFEST 1u  // the descriptor is page.json, compact, UTF-8, not terminated
#define PAGE_NOTE_IMAGE 2u  // the descriptor is a uint32_t: PAGE_IMAGE_VERSION, or 0 where the link flags were missing
#define PAGE_NOTE_MAX_BYTES 16384u

/// The version of the private heap and guard that an image is linked with; see <PageImage.h>.
#define PAGE_IMAGE_VERSION 1u

/// What a module tells about itself; it MUST agree with the manifest in its note.
typedef struct page_module {
  uint32_t size;
  uint32_t abi;  // PAGE_ABI_VERSION that the module was built with
  const char *name;
  const char *version;
  const page_definition *_Nonnull const *_Nonnull pages;
  size_t page_count;

  /// Runs what is ready in the module: jobs and timers. Comes after `page_host.turn` asked for it. [host thread]
  void (*_Nullable turn)(void);

  /// Comes last, when no instance is left; the host is not to be used after it. [host thread]
  void (*_Nullable close)(void);
} page_module;

/// The type of `page_module_open`, the one symbol that a module exports.
///
/// Gives the module's description, valid until `close` returns, and keeps `host`. Returns PAGE_UNSUPPORTED when it
/// needs a newer host than `host->abi`. [host thread]
typedef page_status page_module_open_function(const page_host *host, const page_module *_Nullable *_Nonnull module);

#define PAGE_MODULE_OPEN "page_module_open"

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
