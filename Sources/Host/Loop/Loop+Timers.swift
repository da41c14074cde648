extension Loop {
  /// Calls `handler` once, or again and again, on the loop's thread.
  ///
  /// A repeating timer whose handler comes late skips what it missed. Precise to about a
  /// millisecond.
  /// - Parameters:
  ///   - nanoseconds: From now to the first call.
  ///   - interval: Nanoseconds between calls, at least one millisecond; nil calls once.
  @discardableResult
  package func timer(
    after nanoseconds: UInt64, repeating interval: UInt64? = nil,
    _ handler: @escaping @MainActor () -> Void
  ) -> LoopTimer {
    let (deadline, overflow) = clock.now.addingReportingOverflow(nanoseconds)
    return timer(at: overflow ? .max : deadline, repeating: interval, handler)
  }

  /// Calls `handler` when the loop's clock reaches `deadline`, in nanoseconds.
  @discardableResult
  package func timer(
    at deadline: UInt64, repeating interval: UInt64? = nil,
    _ handler: @escaping @MainActor () -> Void
  ) -> LoopTimer {
    let timer = LoopTimer(
      deadline: deadline, interval: interval.map { max($0, 1_000_000) }, handler: handler)
    timers.insert(timer)
    return timer
  }

  /// Timers that will fire.
  package var pendingTimers: Int { timers.count }

  /// Fires what is due now.
  ///
  /// A timer that a handler adds waits for the next turn, so a turn is bounded.
  ///
  /// - Returns: Whether any was due.
  @discardableResult
  func fireTimers() -> Bool {
    guard let next = timers.next() else { return false }
    let now = clock.now
    guard next <= now else { return false }
    for timer in timers.takeDue(at: now) {
      // One that fired before it in this turn may have cancelled it.
      guard let handler = timer.handler else { continue }
      if let interval = timer.interval {
        let (following, overflow) = timer.deadline.addingReportingOverflow(interval)
        timer.deadline = overflow ? .max : max(following, now + 1)
        timers.insert(timer)
      } else {
        timer.cancel()
      }
      handler()
    }
    return true
  }
}
