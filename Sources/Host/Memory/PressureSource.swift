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
    /// `pagehost warn`.
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
  ///   - mounts: The contents of `/proc/self/mountinfo`.
  ///   - system: The path of the system's PSI file.
  static func all(
    watch: String?, write: String?, cgroup: String, mounts: String,
    system: String = "/proc/pressure/memory"
  ) -> [PressureSource] {
    [environment(watch, write), ofGroup(cgroup, mounts), Self.system(system)]
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

  private static func ofGroup(_ group: String, _ mounts: String) -> PressureSource {
    var source = PressureSource(kind: .cgroup, watches: [])
    do {
      let folder = try ControlGroup.folder(group: group, mounts: mounts)
      source.watches = triggers(of: "\(folder)/memory.pressure")
    } catch {
      source.absence = "\(error)"
    }
    return source
  }

  private static func system(_ path: String) -> PressureSource {
    PressureSource(kind: .system, watches: triggers(of: path))
  }
}
