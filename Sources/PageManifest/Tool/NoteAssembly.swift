internal import ManifestModel

/// The assembly file that embeds a manifest in a module of any language, for GNU as and clang on every processor.
struct NoteAssembly {
  private let manifest: Manifest

  init(_ manifest: Manifest) {
    self.manifest = manifest
  }

  var text: String {
    let json = manifest.noteBytes
    // Comments are C's: '#' begins a directive in a preprocessed .S, and is no comment on every processor.
    // `%note` instead of `@note`, since '@' begins a comment on ARM.
    return """
      /* Generated from page.json. Do not edit. */
        .section \(Manifest.noteSection),"a",%note
        .balign 4
        .4byte \(Manifest.noteOwner.utf8.count + 1)
        .4byte \(json.count)
        .4byte \(Manifest.noteType)
        .asciz "\(Manifest.noteOwner)"
        .balign 4
      \(lines(of: json).map { "  .ascii \"\($0)\"" }.joined(separator: "\n"))
        .balign 4
        .section .note.GNU-stack,"",%progbits

      """
  }

  /// The bytes as the contents of string literals of a bearable length.
  private func lines(of bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: 64).map { start in
      bytes[start..<min(start + 64, bytes.count)].map(literal).joined()
    }
  }

  private func literal(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return "\\\(Unicode.Scalar(byte))"
    case 0x20..<0x7F: return String(Unicode.Scalar(byte))
    default:
      // Three digits, so that a digit that follows is not taken for a part of it.
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
  }
}
