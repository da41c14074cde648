private import Glibc

/// Where the host gets the time from; injected, so that tests own it.
package protocol HostClock: Sendable {
  /// Nanoseconds that only grow, from an arbitrary start.
  var now: UInt64 { get }

  /// Microseconds since 1970-01-01T00:00:00Z, as the person's clock shows them.
  var wall: Int64 { get }

  /// Whether `now` grows by itself, so that the loop may wait for a moment of it.
  var runs: Bool { get }
}

/// The system's time; reading it makes no system call (`clock_gettime` by the vDSO).
package struct SystemClock: HostClock {
  package init() {}

  package var now: UInt64 {
    let time = Self.read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package var wall: Int64 {
    let time = Self.read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  package var runs: Bool { true }

  private static func read(_ id: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(id, &time)
    return time
  }
}
