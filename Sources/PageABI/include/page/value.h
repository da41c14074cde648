// Values: what may cross between a page and the host.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __clang__  // nullability is clang's; other compilers read past it
#define _Nullable
#define _Nonnull
#endif

#pragma clang assume_nonnull begin

/// How an entry into a page or a request to the host ended.
typedef uint32_t page_status;
#define PAGE_OK 0u            // done
#define PAGE_PENDING 1u       // accepted; the answer comes later, by its token
#define PAGE_FAILED 2u        // the callee's own error; its words come with it
#define PAGE_INVALID 3u       // wrong count, type or value of an argument
#define PAGE_NOT_FOUND 4u     // no such name
#define PAGE_UNAVAILABLE 5u   // it exists, but not now
#define PAGE_DENIED 6u        // the manifest does not ask for it, or the app does not grant it
#define PAGE_CANCELLED 7u     // its page left, or its host is closing
#define PAGE_TIMED_OUT 8u     // its deadline passed
#define PAGE_TOO_LARGE 9u     // a stated limit was passed
#define PAGE_TOO_DEEP 10u     // a chain of calls is longer than 32
#define PAGE_UNSUPPORTED 11u  // this host, or this page, does not do that

/// UTF-8 text, `length` bytes, not terminated. An empty one may have no data.
typedef struct page_string {
  const char *_Nullable data;
  size_t length;
} page_string;

/// Bytes of any content. An empty one may have no data.
typedef struct page_bytes {
  const uint8_t *_Nullable data;
  size_t length;
} page_bytes;

struct page_value;
struct page_entry;

/// `av`: values of any type, in order.
typedef struct page_list {
  const struct page_value *_Nullable items;
  size_t count;
} page_list;

/// `a{sv}`: named values. Names MUST differ.
typedef struct page_map {
  const struct page_entry *_Nullable entries;
  size_t count;
} page_map;

/// The type of a value; beside each the D-Bus code that stands for it in a signature.
typedef uint32_t page_type;
#define PAGE_TYPE_NONE 0u     // no value: the empty signature
#define PAGE_TYPE_BOOLEAN 1u  // b
#define PAGE_TYPE_INTEGER 2u  // x
#define PAGE_TYPE_REAL 3u     // d
#define PAGE_TYPE_STRING 4u   // s
#define PAGE_TYPE_BYTES 5u    // ay
#define PAGE_TYPE_LIST 6u     // av
#define PAGE_TYPE_MAP 7u      // a{sv}

/// A typed value. Its layout is frozen: 24 bytes, the payload at offset 8.
typedef struct page_value {
  page_type type;
  uint32_t reserved;  // MUST be 0
  union {
    bool boolean;
    int64_t integer;
    double real;
    page_string string;
    page_bytes bytes;
    page_list list;
    page_map map;
  } as;
} page_value;

/// One name and its value in a `page_map`. Its layout is frozen.
typedef struct page_entry {
  page_string name;
  page_value value;
} page_entry;

/// Values nest at most this deep; a deeper one is refused with `PAGE_TOO_DEEP`.
#define PAGE_MAX_VALUE_DEPTH 16u

/// One call carries at most this many bytes of strings, bytes and entries; more is refused with `PAGE_TOO_LARGE`.
#define PAGE_MAX_VALUE_BYTES 16777216u  // 16 MiB

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
