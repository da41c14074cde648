// PageABI: the one C contract between the host and its pages.
//
// A module exports exactly `page_module_open`. Values only cross: whatever is passed is copied by the receiver before
// the call returns, unless a comment says otherwise. Every struct that can grow begins with its `size`, which its maker
// sets to `sizeof`; fields are only ever appended, and a reader MUST NOT read past `size`.
//
// Tags, defined once and used in every function's comment:
//   [host thread]  the host calls it, or it MUST be called, on the one thread on which the host enters pages
//   [any thread]   it may be called on any thread
//   [entered]      it MUST be called while the host is inside the page or the module
#pragma once
#include <page/value.h>
#include <page/view.h>
#include <page/host.h>
#include <page/page.h>
#include <page/module.h>
#include <page/services.h>
#include <page/navigation.h>
#include <page/heap.h>
