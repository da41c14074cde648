/// A place where memory pressure can be learned of.
package struct PressureSource: Sendable, Hashable {
  /// Which one.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `$MEMORY_PRESSURE_WATCH`.
    case environment
    /// The `memory.pressure` of the process's cgroup.
    case cgroup
    /// `/proc/pressure/memory`.
    case system
    /// `pagehost warn` and the signals behind it.
    case byHand
  }

  /// A file to be watched, what is written to it, and what an event on it means; nil: how often it comes decides.
  struct Watch: Sendable, Hashable {
    var path: String
    var write: [UInt8]
    var level: MemoryWarning?
  }

  package var kind: Kind
  var watches: [Watch]
  /// Why there is nothing to watch; nil when there is.
  var absence: String?

  /// Stalls in microseconds, and the window that they are counted in: multiples of 2 s are free to the unprivileged.
  private static let some = "some 200000 2000000"
  private static let full = "full 200000 2000000"

  /// Triggers of the kernel's, each with the NUL that is part of the protocol: without it the last digit is lost.
  private static func triggers(of path: String) -> [Watch] {
    [
      Watch(path: path, write: Array(some.utf8) + [0], level: .low),
      Watch(path: path, write: Array(full.utf8) + [0], level: .critical),
    ]
  }

  /// The sources in the order in which they are tried.
  /// - Parameters:
  ///   - watch: `$MEMORY_PRESSURE_WATCH`.
  ///   - write: `$MEMORY_PRESSURE_WRITE`.
  ///   - cgroup: The contents of `/proc/self/cgroup`.
  ///   - system: The path of the system's PSI file.
  static func all(
    watch: String?, write: String?, cgroup: String, system: String = "/proc/pressure/memory",
    mount: String = "/sys/fs/cgroup"
  ) -> [PressureSource] {
    [environment(watch, write), ofGroup(cgroup, mount), Self.system(system)]
  }

  private static func environment(_ watch: String?, _ write: String?) -> PressureSource {
    var source = PressureSource(kind: .environment, watches: [])
    guard let watch, !watch.isEmpty else {
      source.absence = "MEMORY_PRESSURE_WATCH is not set"
      return source
    }
    guard watch != "/dev/null" else {
      source.absence = "MEMORY_PRESSURE_WATCH is /dev/null, which turns watching off"
      return source
    }
    guard watch.hasPrefix("/") else {
      source.absence = "MEMORY_PRESSURE_WATCH is '\(watch)', not an absolute path"
      return source
    }
    guard let data = Base64.decode(write ?? "") else {
      source.absence = "MEMORY_PRESSURE_WRITE is not Base64"
      return source
    }
    source.watches = [Watch(path: watch, write: data, level: nil)]
    return source
  }

  /// Whether the service manager wants no watching at all.
  static func isTurnedOff(_ watch: String?) -> Bool { watch == "/dev/null" }

  private static func ofGroup(_ text: String, _ mount: String) -> PressureSource {
    var source = PressureSource(kind: .cgroup, watches: [])
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      source.absence = "the process is in no cgroup of version 2"
      return source
    }
    let group = line.dropFirst(3)
    guard group != "/" else {
      source.absence = "the process is in the root cgroup, whose pressure is the system's"
      return source
    }
    source.watches = triggers(of: "\(mount)\(group)/memory.pressure")
    return source
  }

  private static func system(_ path: String) -> PressureSource {
    PressureSource(kind: .system, watches: triggers(of: path))
  }
}

/// Base64 of RFC 4648, for the one short text that needs it.
enum Base64 {
  /// The bytes that a text stands for; nil when it is malformed. White space is skipped.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for unit in text.utf8 where unit != 0x20 && unit != 0x0A && unit != 0x0D {
      if unit == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: unit) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count % 4 == 0 {
        bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        bits = 0
      }
    }
    switch (count % 4, padding) {
    case (0, 0): break
    case (2, 0), (2, 2): bytes.append(UInt8(bits >> 4 & 255))
    case (3, 0), (3, 1): bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
    default: return nil
    }
    return bytes
  }

  private static func value(of unit: UInt8) -> UInt32? {
    switch unit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(unit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(unit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(unit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
