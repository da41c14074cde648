private import Synchronization

/// The time limit of a connection's statement; read from SQLite's progress handler.
final class SQLiteWatch: Sendable {
  private let clock: any HostClock
  private let deadline = Atomic<UInt64>(.max)
  private let isAbandoned = Atomic<Bool>(false)

  init(clock: any HostClock) { self.clock = clock }

  /// Limits what is run from now on; nil lifts the limit.
  func begin(limit nanoseconds: UInt64?) {
    guard let nanoseconds else { return deadline.store(.max, ordering: .relaxed) }
    let (end, overflow) = clock.now.addingReportingOverflow(nanoseconds)
    deadline.store(overflow ? .max : end, ordering: .relaxed)
  }

  /// Interrupts what runs, and all that would follow; from any thread.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  /// Whether `abandon` was called.
  var wasAbandoned: Bool { isAbandoned.load(ordering: .relaxed) }

  /// Whether the statement that runs must end.
  var mustStop: Bool {
    if isAbandoned.load(ordering: .relaxed) { return true }
    let end = deadline.load(ordering: .relaxed)
    return end != .max && clock.now >= end
  }
}
