/// A timer of the loop.
@MainActor package final class LoopTimer {
  /// The moment of the loop's clock at which it fires, in nanoseconds.
  package internal(set) var deadline: UInt64
  /// Nanoseconds from one firing to the next, or nil when it fires once.
  package let interval: UInt64?
  private(set) var handler: (@MainActor () -> Void)?

  init(deadline: UInt64, interval: UInt64?, handler: @escaping @MainActor () -> Void) {
    self.deadline = deadline
    self.interval = interval
    self.handler = handler
  }

  /// Whether it will fire.
  package var isActive: Bool { handler != nil }

  /// Ends it; it does not fire again, also when it is already due.
  package func cancel() { handler = nil }
}

/// Timers in the order in which they fire: by deadline, then in the order in which they were added.
@MainActor struct TimerQueue {
  private var timers: [LoopTimer] = []

  /// Timers that will fire.
  var count: Int { timers.count { $0.isActive } }

  /// Adds a timer behind those that are due no later.
  ///
  /// O(n).
  mutating func insert(_ timer: LoopTimer) {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].deadline <= timer.deadline { low = middle + 1 } else { high = middle }
    }
    timers.insert(timer, at: low)
  }

  /// The deadline of the next timer that will fire.
  ///
  /// Cancelled ones in front of it are let go.
  mutating func next() -> UInt64? {
    let dead = timers.prefix { !$0.isActive }.count
    timers.removeFirst(dead)
    return timers.first?.deadline
  }

  /// Takes those that are due at `now`, in order.
  mutating func takeDue(at now: UInt64) -> [LoopTimer] {
    let due = timers.prefix { $0.deadline <= now }
    timers.removeFirst(due.count)
    return due.filter(\.isActive)
  }

  /// Ends all.
  mutating func removeAll() {
    for timer in timers { timer.cancel() }
    timers = []
  }
}
