internal import PageABI

extension ELFReader {
  /// What the notes of owner `PageHost` say.
  struct Notes {
    var manifest: [UInt8]?
    var imageVersion: UInt32?
  }

  /// The owner's name with its NUL, as it stands in a note.
  private static var owner: StaticString { "PageHost\0" }

  /// How much of one note segment is looked at, in bytes.
  private static var noteSegmentLimit: UInt64 { 1 << 16 }

  /// Reads the notes of all note segments (System V ABI, "Note Section").
  mutating func readNotes(_ segments: Segments) throws(ELFError) -> Notes {
    var notes = Notes()
    for (range, alignment) in segments.notes {
      guard range.count <= Self.noteSegmentLimit else {
        throw .excessive("a note segment takes \(range.count) bytes")
      }
      try readNotes(in: range, alignment: alignment, into: &notes)
    }
    return notes
  }

  private mutating func readNotes(in range: Range, alignment: UInt64, into notes: inout Notes)
    throws(ELFError)
  {
    // No sum here can overflow: the segment lies within the file, and name and descriptor are 32 bits wide.
    let end = range.offset + range.count
    var offset = range.offset
    while end - offset >= 12 {
      let header = try bytes(
        .tables, at: offset, count: 12, ahead: Int(end - offset) - 12, "a note")
      let nameSize = UInt64(header.integer(at: 0, as: UInt32.self))
      let size = UInt64(header.integer(at: 4, as: UInt32.self))
      let type: UInt32 = header.integer(at: 8)
      let descriptor = aligned(offset + 12 + nameSize, from: range.offset, to: alignment)
      guard descriptor <= end, size <= end - descriptor else {
        throw .malformed("a note is larger than its segment")
      }
      if try isOurs(nameAt: offset + 12, size: nameSize) {
        try take(type, at: descriptor, size: size, into: &notes)
      }
      offset = min(end, aligned(descriptor + size, from: range.offset, to: alignment))
    }
  }

  private func aligned(_ offset: UInt64, from start: UInt64, to alignment: UInt64) -> UInt64 {
    start + (offset - start + alignment - 1) / alignment * alignment
  }

  private mutating func isOurs(nameAt offset: UInt64, size: UInt64) throws(ELFError) -> Bool {
    let owner = UnsafeRawBufferPointer(
      start: Self.owner.utf8Start, count: Self.owner.utf8CodeUnitCount)
    guard size == UInt64(owner.count) else { return false }
    return try bytes(.tables, at: offset, count: owner.count, "a note's owner").elementsEqual(owner)
  }

  private mutating func take(
    _ type: UInt32, at offset: UInt64, size: UInt64, into notes: inout Notes
  ) throws(ELFError) {
    switch type {
    case PAGE_NOTE_MANIFEST:
      guard notes.manifest == nil else {
        throw .malformed("it has two manifest notes; one page.json belongs to a module")
      }
      guard size <= UInt64(PAGE_NOTE_MAX_BYTES) else {
        throw .excessive("its manifest takes \(size) bytes, \(PAGE_NOTE_MAX_BYTES) are allowed")
      }
      notes.manifest = [UInt8](
        try bytes(.tables, at: offset, count: Int(size), "its manifest note"))
    case PAGE_NOTE_IMAGE:
      guard size >= 4 else { throw .malformed("its image note is too short") }
      notes.imageVersion =
        try bytes(.tables, at: offset, count: 4, "its image note").integer(at: 0)
    default: break
    }
  }
}
