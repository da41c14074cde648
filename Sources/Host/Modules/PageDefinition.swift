internal import PageABI

/// A module's definition of one page as this host understands it: fields that the module does not know are null.
///
/// The module's own definition may be shorter than the host's, when it was built with an older contract; nothing of it is
/// read past its `size`.
@MainActor final class PageDefinition {
  /// The module's own, which `create` is given back.
  let original: UnsafePointer<page_definition>
  let table: UnsafePointer<page_definition>

  /// Up to and with `destroy`: what every definition has.
  private static let least = MemoryLayout<page_definition>.offset(of: \.init_data) ?? 0

  /// - Returns: nil when the definition is shorter than any contract's, or lacks one of what every page has.
  init?(copying original: UnsafePointer<page_definition>) {
    let whole = MemoryLayout<page_definition>.size
    let size = Int(UnsafeRawPointer(original).load(as: UInt32.self))
    guard size >= PageDefinition.least else { return nil }
    let words = UnsafeRawPointer(original)
    // Imported as never null, so looked at as numbers.
    for field in [\page_definition.create as PartialKeyPath<page_definition>, \.destroy, \.name] {
      guard let offset = MemoryLayout<page_definition>.offset(of: field),
        words.load(fromByteOffset: offset, as: UInt.self) != 0
      else { return nil }
    }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: whole, alignment: MemoryLayout<page_definition>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: whole)
    memory.copyMemory(from: original, byteCount: min(size, whole))
    self.original = original
    table = UnsafePointer(memory.assumingMemoryBound(to: page_definition.self))
  }

  isolated deinit { table.deallocate() }
}
