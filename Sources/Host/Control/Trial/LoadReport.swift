/// What loading one page again and again showed: whether everything came back.
package struct LoadReport: Sendable, Codable, Hashable {
  package var page: String
  package var cycles: Int
  /// Whether the image was gone after every cycle.
  package var unmapped: Bool
  /// What each further lifecycle within one load adds to the image's heap.
  package var leakedBlocks: Int
  package var leakedBytes: Int
  /// The same by size of block, smallest first.
  package var leakedSizeClasses: [ModuleHeap.SizeClass] = []
  /// What the process has more of than before the first cycle.
  package var threadsLeft: Int
  package var keysLeft: Int
  package var descriptorsLeft: Int
  /// Growth of the process's private memory from cycle 50 to the last, in bytes.
  package var privateGrowthBytes: Int
  /// From dlopen to the module's description, the median of all cycles.
  package var loadMicroseconds: Int
  /// From dlopen to the page's first view, the median of all cycles.
  package var viewMicroseconds: Int
  /// What the image's heap held while the page was shown, in the last cycle.
  package var heapBytes: Int
  /// Why the image stayed mapped; nil when it did not.
  package var pinned: String?
  /// Why the page was not initialized; nil when it was.
  package var failure: String?

  /// Whether all is as it should be: nothing is left and nothing failed.
  package var isClean: Bool {
    unmapped && pinned == nil && failure == nil && leakedBytes == 0 && threadsLeft <= 0
      && keysLeft <= 0 && descriptorsLeft <= 0
  }

  /// One line for a person.
  package var text: String {
    if let failure { return "\(page): \(failure)" }
    if let pinned { return "\(page): stays mapped after cycle \(cycles): \(pinned)" }
    let classes = leakedSizeClasses.map { "\($0.blocks)×\($0.bytes)" }.joined(separator: " ")
    let leaks = "\(leakedBytes) bytes leaked a lifecycle" + (classes.isEmpty ? "" : " (\(classes))")
    return """
      \(page): \(cycles) \(cycles == 1 ? "cycle" : "cycles"), \(unmapped ? "unmapped" : "still mapped"), \
      \(leaks), \(threadsLeft) threads, \(keysLeft) keys and \
      \(descriptorsLeft) descriptors left, grown by \(privateGrowthBytes) bytes; \
      \(loadMicroseconds) µs to load, \(viewMicroseconds) µs to the view, \(heapBytes) bytes of heap
      """
  }

  // Synthesized coding leaves nil out; here null says that there is no reason.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(page, forKey: .page)
    try container.encode(cycles, forKey: .cycles)
    try container.encode(unmapped, forKey: .unmapped)
    try container.encode(leakedBlocks, forKey: .leakedBlocks)
    try container.encode(leakedBytes, forKey: .leakedBytes)
    try container.encode(leakedSizeClasses, forKey: .leakedSizeClasses)
    try container.encode(threadsLeft, forKey: .threadsLeft)
    try container.encode(keysLeft, forKey: .keysLeft)
    try container.encode(descriptorsLeft, forKey: .descriptorsLeft)
    try container.encode(privateGrowthBytes, forKey: .privateGrowthBytes)
    try container.encode(loadMicroseconds, forKey: .loadMicroseconds)
    try container.encode(viewMicroseconds, forKey: .viewMicroseconds)
    try container.encode(heapBytes, forKey: .heapBytes)
    try container.encode(pinned, forKey: .pinned)
    try container.encode(failure, forKey: .failure)
  }
}
