internal import PageABI

/// A language that an app speaks, such as `en`.
public struct Language: RawRepresentable, Hashable, Sendable {
  /// Two or three lower-case letters.
  public let rawValue: String
  /// A language by its letters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// English.
  public static let english = Language(rawValue: "en")
  /// Chinese.
  public static let chinese = Language(rawValue: "zh")

  /// Chooses the words that a page says: those in this language, or those for every other.
  ///
  /// A page keeps its words in a type of its own, with a value for each language, and asks once:
  /// `lazy var words = language.choose(Words.english, [.chinese: .chinese])`.
  public func choose<Words>(_ words: Words, _ others: [Language: Words]) -> Words {
    others[self] ?? words
  }
}

extension Page {
  /// The language that the app speaks; it stays the same while it runs.
  public var language: Language {
    guard let table = try? link.service(PAGE_LANGUAGE, page_language.self) else { return .english }
    return Language(rawValue: String(table.pointee.current(link.host)))
  }
}
