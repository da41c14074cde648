/// What closing an image did, and what the image still had.
package struct UnloadReport: Sendable, Hashable {
  /// Whether the image is gone from the process, as the dynamic linker tells.
  package var unmapped: Bool
  /// Why it is still mapped, in words; nil when it is not.
  package var pinned: String?
  /// Whether trying again later can help: a thread ends, a shared Swift runtime never lets go.
  package var retries = false

  /// What the image never freed: of an unmapped one after its last destructor, before its heap was
  /// reset.
  package var heapBytes = 0
  package var heapBlocks = 0
  /// The same by size of block; empty unless asked for.
  package var sizeClasses: [ModuleHeap.SizeClass] = []

  /// What the image had in the process when it was closed.
  ///
  /// Once it is unmapped, its guard has taken all of it back; an image without a guard counts 0.
  package var held = ModuleImage.Holdings()

  package init(unmapped: Bool, pinned: String? = nil) {
    self.unmapped = unmapped
    self.pinned = pinned
  }
}
