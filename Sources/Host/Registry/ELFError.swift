/// Why a file cannot be read as a module's ELF image.
package struct ELFError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  package enum Code: UInt8, Sendable, Hashable, CaseIterable {
    /// It does not begin as an ELF file does.
    case notELF = 1
    /// It is an ELF file, but not a 64-bit little-endian shared library of a processor known here.
    case unsupported
    /// It ends before what it announces.
    case truncated
    /// It contradicts itself.
    case malformed
    /// It announces more than the reader is ready to read.
    case excessive
    /// The system failed to read it.
    case unreadable
  }

  package var code: Code
  /// What is wrong, as the rest of a sentence that begins with the file's name.
  package var reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package var description: String { reason }

  static func truncated(_ part: String) -> ELFError {
    ELFError(
      .truncated,
      "is cut off: \(part) lies past its end; copy it again, or wait until it is written")
  }

  static func malformed(_ fault: String) -> ELFError {
    ELFError(.malformed, "is a malformed ELF file: \(fault); build it again")
  }

  static func excessive(_ fault: String) -> ELFError {
    ELFError(.excessive, "is not read further: \(fault)")
  }
}
