internal import ManifestModel

/// The whole ELF note as words of 32 bits, as `elf(5)` has it: sizes, type, owner and descriptor, each padded to 4.
struct NoteWords {
  let words: [UInt32]

  init(_ manifest: Manifest) {
    let owner = Array(Manifest.noteOwner.utf8) + [0]
    let descriptor = manifest.noteBytes
    words =
      [UInt32(owner.count), UInt32(descriptor.count), Manifest.noteType]
      + Self.padded(owner) + Self.padded(descriptor)
  }

  /// Bytes as little-endian words, which every processor that is served has.
  private static func padded(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<min(start + 4, bytes.count)].reversed().reduce(UInt32(0)) { word, byte in
        word << 8 | UInt32(byte)
      }
    }
  }
}
