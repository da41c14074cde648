/// How urgently memory is needed.
package enum MemoryWarning: String, Sendable, Hashable, Comparable {
  /// What is not on screen gives its memory back.
  case low
  /// The host's own caches do so too.
  case critical

  package static func < (a: MemoryWarning, b: MemoryWarning) -> Bool {
    a == .low && b == .critical
  }
}

/// What a memory warning did.
package struct WarningReport: Sendable {
  /// An instance that was released.
  package struct Evicted: Sendable, Hashable {
    package var instance: String
    package var module: String
    /// What its module's heap held just before, in bytes.
    package var heapBytes: Int
  }

  /// An instance that stays, and why.
  package struct Stayed: Sendable, Hashable {
    package var instance: String
    package var reason: String
  }

  /// A module that was closed.
  package struct Unloaded: Sendable, Hashable {
    package var module: String
    package var unmapped: Bool
    /// What its heap held when it was given back, or holds still.
    package var heapBytes: Int
    package var heapBlocks: Int
    /// Why it is still mapped; nil when it is not.
    package var pinned: String?
  }

  package var level: MemoryWarning
  package var unloaded: [Unloaded] = []
  package var evicted: [Evicted] = []
  package var stayed: [Stayed] = []

  /// The report for a person, a line for each instance.
  package var lines: [String] {
    evicted.map { "released \($0.instance): its module's heap held \($0.heapBytes) bytes" }
      + unloaded.map { module in
        module.pinned.map { "\(module.module) stays mapped: \($0)" }
          ?? "unloaded \(module.module): \(module.heapBytes) bytes in \(module.heapBlocks) blocks given back"
      } + stayed.map { "kept \($0.instance): \($0.reason)" }
  }
}
