internal import HostC
internal import PageABI

extension ModuleImage {
  /// What an image has in the process besides memory of its heap.
  package struct Holdings: Sendable, Hashable {
    /// Threads that it started and that still run.
    package var threads = 0
    /// Thread-specific keys.
    package var keys = 0
    /// Open descriptors and streams.
    package var descriptors = 0
    /// Areas that it mapped.
    package var mappings = 0
    /// Signal handlers that lie in it.
    package var handlers = 0

    package init() {}

    init(_ facts: page_image_facts) {
      threads = Int(facts.threads)
      keys = Int(facts.keys)
      descriptors = Int(facts.descriptors)
      mappings = Int(facts.mappings)
      handlers = Int(facts.handlers)
    }
  }

  /// What the image has now; all 0 for an image without a guard.
  package var holdings: Holdings {
    guard let `guard` else { return Holdings() }
    var facts = page_image_facts()
    facts.size = UInt32(MemoryLayout<page_image_facts>.size)
    `guard`.pointee.count(&facts)
    return Holdings(facts)
  }
}

extension ModuleImage {
  /// Where it is mapped; 0 when that is not known.
  var base: UInt { UInt(bitPattern: facts.base) }
  var end: UInt { UInt(bitPattern: facts.end) }
}
