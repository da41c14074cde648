internal import CUV
private import Glibc

extension Loop {
  /// What a descriptor can be watched for.
  package enum Readiness: Sendable {
    /// It can be read, or its other end has closed.
    case readable
    /// It can be written.
    case writable
    /// It has something exceptional to tell, as pressure files of the kernel do (`POLLPRI`).
    case exceptional
    /// It can be read or written; whoever asks looks for which.
    case either

    fileprivate var events: Int32 {
      switch self {
      case .readable: Int32(UV_READABLE.rawValue | UV_DISCONNECT.rawValue)
      case .writable: Int32(UV_WRITABLE.rawValue)
      case .exceptional: Int32(UV_PRIORITIZED.rawValue)
      case .either: Int32(UV_READABLE.rawValue | UV_WRITABLE.rawValue | UV_DISCONNECT.rawValue)
      }
    }
  }

  /// Calls `handler` as long as `descriptor` is ready; also when it has failed, which the handler's
  /// own read tells.
  ///
  /// The descriptor stays the caller's, its flags too, and must stay open until the source is
  /// cancelled. Regular files cannot be watched.
  @discardableResult
  package func poll(
    _ descriptor: Int32, _ readiness: Readiness = .readable,
    _ handler: @escaping @MainActor () -> Void
  ) throws(LoopError) -> LoopSource {
    precondition(!isClosed, "the loop is closed")
    let source = LoopSource(UV_POLL) { [unowned self] in
      activity += 1
      handler()
    }
    let flags = fcntl(descriptor, F_GETFL)
    try source.start(
      as: uv_poll_t.self, "watching descriptor \(descriptor)",
      initialize: { uv_poll_init(raw, $0, descriptor) },
      begin: { uv_poll_start($0, readiness.events) { handle, _, _ in LoopSource.fire(handle) } })
    // libuv makes it non-blocking, which whoever shares the open file (the shell, say) would then
    // see as well.
    if flags >= 0 && flags & O_NONBLOCK == 0 { _ = fcntl(descriptor, F_SETFL, flags) }
    return source
  }

  /// Calls `handler` after the process got the signal; while the source lives, the signal's default
  /// does not happen.
  @discardableResult
  package func signal(
    _ number: Int32, _ handler: @escaping @MainActor () -> Void
  ) throws(LoopError) -> LoopSource {
    precondition(!isClosed, "the loop is closed")
    let source = LoopSource(UV_SIGNAL) { [unowned self] in
      activity += 1
      handler()
    }
    try source.start(
      as: uv_signal_t.self, "handling signal \(number)",
      initialize: { uv_signal_init(raw, $0) },
      begin: { uv_signal_start($0, { handle, _ in LoopSource.fire(handle) }, number) })
    return source
  }

  /// Calls `handler` once after milliseconds of real time, whatever the loop's clock shows.
  ///
  /// For libraries that keep a time of their own; everything else uses `timer`, whose clock is injected.
  package func alarm(
    after milliseconds: UInt64, _ handler: @escaping @MainActor () -> Void
  ) throws(LoopError) -> LoopSource {
    precondition(!isClosed, "the loop is closed")
    let source = LoopSource(UV_TIMER) { [unowned self] in
      activity += 1
      handler()
    }
    try source.start(
      as: uv_timer_t.self, "setting an alarm",
      initialize: { uv_timer_init(raw, $0) },
      begin: { timer in
        uv_update_time(raw)
        return uv_timer_start(timer, { LoopSource.fire($0) }, milliseconds, 0)
      })
    return source
  }
}
