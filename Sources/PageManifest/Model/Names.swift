// How things are named in manifests and flows.
extension String {
  /// `[A-Z][A-Za-z0-9]*`, at most 64 bytes: the name of a page or a module.
  package var isPageName: Bool {
    utf8.count <= 64 && (utf8.first?.isUppercase ?? false) && utf8.allSatisfy(\.isLetterOrDigit)
  }

  /// `[a-z][A-Za-z0-9]*`, at most 64 bytes: a label, an argument, an outcome, one part of an action's name.
  package var isPlainName: Bool {
    utf8.count <= 64 && (utf8.first?.isLowercase ?? false) && utf8.allSatisfy(\.isLetterOrDigit)
  }

  /// Plain names joined by dots, at least two, at most 128 bytes: the global name of an action.
  package var isActionName: Bool {
    guard utf8.count <= 128 else { return false }
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { String($0).isPlainName }
  }

  /// `[a-z][a-z0-9_]*`, at most 64 bytes, not SQLite's own: the name of a table.
  package var isTableName: Bool {
    utf8.count <= 64 && (utf8.first?.isLowercase ?? false) && !hasPrefix("sqlite_")
      && utf8.allSatisfy { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// `[a-z]{2,3}`: the name of a language.
  package var isLanguage: Bool { (2...3).contains(utf8.count) && utf8.allSatisfy(\.isLowercase) }

  /// Three numbers without leading zeros, joined by dots: `1.0.12`.
  package var isVersion: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { part in
        (1...9).contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit)
          && (part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0"))
      }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isLetter || isDigit }
}
