// What is linked into every image: its private heap, and the guard that takes back what it leaves in the process.
//
// There is nothing to call. An image that holds these sources and is linked with the flags of link/image.flags (Swift)
// or link/image-c.flags (C, C++) can be unmapped for good. Link it against nothing that was not made for that.
//
// HEAP. Every allocation of the image, its Swift runtime's and C++'s included, goes to the heap that the host puts up
// in `page_heap_opening` while it opens the image; see <page/heap.h>. It is bound before any constructor runs. Without
// a host the image uses malloc.
//
// GUARD. When the image is closed, after its last destructor:
//   streams of stdio and folders     closed, files flushed
//   timers, alarm, setitimer         stopped
//   signal handlers, alternate stack given back to who had them before, if that code is still there
//   system log, random, locale of the thread   as before
//   thread-specific keys             deleted; values that threads of the host still have are not destroyed
//   descriptors                      closed, up to number 65,535
//   areas of mmap                    unmapped
// and before its static objects are destroyed:
//   functions of on_exit             called with status 0
//   C++ thread_local objects         those of the host's threads destroyed
// Functions of atexit and static objects end with the image too, by a table of its own; libc's would grow.
// putenv keeps a copy; a buffer for a standard stream is libc's; strtok has a place of its own in each image.
//
// REFUSED, since they would change every thread of the process: setlocale (asking is allowed), and printf's
// registrations. They fail as if they were not supported.
//
// PINNED. An image with a thread still alive is not unmapped, nor one with a child of popen, nor one that called what
// starts threads inside libc: timer_create with SIGEV_THREAD, mq_notify, getaddrinfo_a, aio_* and lio_listio.
//
// LEFT ALONE, and to be avoided by a page: chdir, umask, setenv, setrlimit, signal masks, priorities, what dup2 puts in
// the place of descriptors 0 to 2, freopen of a standard stream, System V shared memory, open_wmemstream, and whatever
// other shared libraries do on the page's behalf.
#pragma once
#include <PageABI.h>
