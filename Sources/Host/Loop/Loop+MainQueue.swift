internal import CUV
// Named only so that libdispatch is linked.
private import Dispatch
private import Glibc

extension Loop {
  /// Makes Dispatch's main queue a source of the loop.
  func serveMainQueue() throws(LoopError) {
    precondition(
      cuv_is_main_thread(), "a loop that serves the main queue belongs on the process's main thread"
    )
    let handle = _dispatch_get_main_queue_handle_4CF()
    try poll(handle) {
      // The queue only writes to its eventfd; unread, it would stay readable and the loop would
      // spin.
      var count: UInt64 = 0
      _ = read(handle, &count, MemoryLayout<UInt64>.size)
      _dispatch_main_queue_callback_4CF(nil)
    }
  }
}
