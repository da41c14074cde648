/// How urgently memory is needed.
package enum MemoryWarning: String, Sendable, Hashable, Comparable, Codable {
  /// What is not on screen gives its memory back.
  case low
  /// The host's own caches do so too.
  case critical

  package static func < (a: MemoryWarning, b: MemoryWarning) -> Bool {
    a == .low && b == .critical
  }
}

/// What a memory warning did.
package struct WarningReport: Sendable, Codable, Hashable {
  /// An instance that was released.
  package struct Evicted: Sendable, Codable, Hashable {
    package var instance: String
    package var module: String
    /// What its module's heap held just before, in bytes.
    package var heapBytes: Int
  }

  /// An instance that stays, and why.
  package struct Stayed: Sendable, Codable, Hashable {
    package var instance: String
    package var reason: String
  }

  /// A module that was closed.
  package struct Unloaded: Sendable, Codable, Hashable {
    package var module: String
    /// What only this process had of the image's own memory: data that was written, relocations.
    package var imageBytes: Int
    /// What its heap held when its image was closed: what its pages never freed, and its runtime's own blocks.
    package var heapBytes: Int
    package var heapBlocks: Int
    /// The same by size of block.
    package var sizeClasses: [ModuleHeap.SizeClass]
    /// Why it is still mapped; nil when it is not.
    package var pinned: String?
  }

  package var format = 1
  package var level: MemoryWarning
  package var unloaded: [Unloaded] = []
  package var evicted: [Evicted] = []
  package var stayed: [Stayed] = []

  /// The report for a person: a line for each instance that was released, for each module that was closed, and for each
  /// instance that stays.
  package var lines: [String] {
    evicted.map { "released \($0.instance): its module's heap held \($0.heapBytes) bytes" }
      + unloaded.map(\.line) + stayed.map { "kept \($0.instance): \($0.reason)" }
  }
}

extension WarningReport.Unloaded {
  init(_ module: String, _ report: UnloadReport, imageBytes: Int) {
    self.init(
      module: module, imageBytes: imageBytes, heapBytes: report.heapBytes,
      heapBlocks: report.heapBlocks, sizeClasses: report.sizeClasses, pinned: report.pinned)
  }

  /// One line for a person.
  var line: String {
    if let pinned { return "\(module) stays mapped with \(heapBytes) bytes of heap: \(pinned)" }
    let classes = sizeClasses.map { "\($0.blocks)×\($0.bytes)" }.joined(separator: " ")
    return
      "unloaded \(module): \(imageBytes) bytes of image, and \(heapBytes) in \(heapBlocks) blocks"
      + (classes.isEmpty ? "" : " (\(classes))")
  }
}
