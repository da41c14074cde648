/// Someone who can sign in.
package struct Account: Sendable, Hashable {
  /// Scopes what pages store, and names the account's folder: lower-case hexadecimal digits.
  package var id: String
  /// As the person wrote it.
  package var name: String

  /// The rules for a new account's name and password.
  enum Rules {
    static let longestName = 64
    static let shortestPassword = 4
    static let longestPassword = 1_024

    /// The name without white space around it, or why it cannot be one.
    static func name(_ text: String, _ words: HostWords) -> Result<String, ServiceError> {
      let name = text.trimmed
      guard !name.isEmpty else {
        return .failure(ServiceError.spoken(words.nameMissing))
      }
      // A character may have any number of marks on it, so bytes are limited too.
      guard name.count <= longestName, name.utf8.count <= 8 * longestName else {
        return .failure(ServiceError.spoken(words.nameTooLong(longestName)))
      }
      guard name.unicodeScalars.allSatisfy(isVisible) else {
        return .failure(ServiceError.spoken(words.nameInvisible))
      }
      return .success(name)
    }

    /// Why a text cannot be a password.
    static func obstacle(password: String, _ words: HostWords) -> ServiceError? {
      if password.count < shortestPassword {
        return ServiceError.spoken(words.passwordTooShort(shortestPassword))
      }
      if password.utf8.count > longestPassword {
        return ServiceError.spoken(words.passwordTooLong(longestPassword))
      }
      return nil
    }

    /// What two spellings of one name have in common.
    static func key(_ name: String) -> String { name.trimmed.lowercased() }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        false
      // Joiners are part of emoji and of some scripts; other format characters only disguise a
      // name.
      case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
      default: true
      }
    }
  }
}
