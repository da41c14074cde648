internal import CUV

/// Something that the loop listens to: a descriptor or a signal.
///
/// The loop keeps it until it is cancelled or the loop is closed, whether or not anyone else does.
@MainActor package final class LoopSource {
  /// The libuv handle; null after cancellation.
  private(set) var handle: UnsafeMutableRawPointer?
  private var handler: (@MainActor () -> Void)?

  /// Allocates a handle of `type`, whose `data` is the source, once `start` has given it to the
  /// loop.
  init(_ type: uv_handle_type, handler: @escaping @MainActor () -> Void) {
    handle = .allocate(byteCount: uv_handle_size(type), alignment: 16)
    self.handler = handler
  }

  /// Whether its handler may still be called.
  package var isActive: Bool { handler != nil }

  /// Ends it; its handler is not called again, also when what it waits for has already happened.
  package func cancel() {
    guard let handle else { return }
    handler = nil
    self.handle = nil
    // The close callback takes over what `start` retained, and the memory.
    uv_close(handle.assumingMemoryBound(to: uv_handle_t.self)) { closed in
      guard let closed else { return }
      if let data = uv_handle_get_data(closed) {
        Unmanaged<LoopSource>.fromOpaque(data).release()
      }
      UnsafeMutableRawPointer(closed).deallocate()
    }
  }

  /// Gives the handle to libuv: `initialize` runs `uv_…_init`, after which only `uv_close` may free
  /// it.
  func start<Raw>(
    as type: Raw.Type, _ operation: @autoclosure () -> String,
    initialize: (UnsafeMutablePointer<Raw>) -> Int32,
    begin: (UnsafeMutablePointer<Raw>) -> Int32
  ) throws(LoopError) {
    guard let handle else { return }
    let raw = handle.bindMemory(to: type, capacity: 1)
    let made = initialize(raw)
    guard made >= 0 else {
      self.handle = nil
      handler = nil
      handle.deallocate()
      throw LoopError(operation: operation(), code: made)
    }
    let base = handle.assumingMemoryBound(to: uv_handle_t.self)
    uv_handle_set_data(base, Unmanaged.passRetained(self).toOpaque())
    let begun = begin(raw)
    guard begun >= 0 else {
      cancel()
      throw LoopError(operation: operation(), code: begun)
    }
  }

  /// Calls the handler of the source that `handle` belongs to; for libuv's callbacks, which come on
  /// the loop's thread.
  nonisolated static func fire(_ handle: UnsafeMutableRawPointer?) {
    guard let handle,
      let data = uv_handle_get_data(handle.assumingMemoryBound(to: uv_handle_t.self))
    else { return }
    let source = Unmanaged<LoopSource>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { source.handler?() }
  }

  /// The source behind a handle that libuv enumerates.
  static func of(_ handle: UnsafeMutablePointer<uv_handle_t>) -> LoopSource? {
    uv_handle_get_data(handle).map { Unmanaged<LoopSource>.fromOpaque($0).takeUnretainedValue() }
  }
}
