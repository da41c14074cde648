private import Synchronization

/// A clock that stands still until it is told to go on.
///
/// Timers that have become due fire in the loop's next turn.
package final class ManualClock: HostClock {
  private struct Time {
    var now: UInt64
    var wall: Int64
  }

  private let time: Mutex<Time>

  /// - Parameters:
  ///   - now: Nanoseconds of the monotonic time to begin with.
  ///   - wall: Microseconds since 1970 to begin with.
  package init(now: UInt64 = 1_000_000_000, wall: Int64 = 1_700_000_000_000_000) {
    time = Mutex(Time(now: now, wall: wall))
  }

  package var now: UInt64 { time.withLock { $0.now } }
  package var wall: Int64 { time.withLock { $0.wall } }
  package var runs: Bool { false }

  /// Lets both times go on by `nanoseconds`.
  package func advance(by nanoseconds: UInt64) {
    time.withLock {
      $0.now += nanoseconds
      $0.wall += Int64(nanoseconds / 1_000)
    }
  }
}
