/// The contents of a field while a person edits it: text, caret, and the part of it that is seen.
///
/// Everything counts in characters as people see them (grapheme clusters), never in scalars or
/// bytes.
package struct FieldEditor: Sendable, Hashable {
  /// More characters are not accepted.
  package static let limit = 16_384

  private var characters: [Character]
  /// What the page gave last; see ``reconcile(with:)``.
  private var given: String
  /// The number of characters before the caret.
  package private(set) var caret: Int
  /// The first character that is seen while the field has the focus.
  package private(set) var firstVisible = 0

  package init(_ text: String = "") {
    characters = Self.accepted(text)
    given = text
    caret = characters.count
  }

  package var text: String { String(characters) }
  package var count: Int { characters.count }

  // MARK: Editing

  /// Puts text at the caret; line breaks become spaces, other control characters are left out.
  package mutating func insert(_ text: String) {
    let room = Self.limit - characters.count
    let before = characters[..<caret] + Self.accepted(text).prefix(room)
    // Characters may join across the seams, so the text is taken apart again.
    let start = Array(String(before))
    characters = Array(String(start) + String(characters[caret...]))
    caret = min(start.count, characters.count)
  }

  /// Takes away the character before the caret; false when there is none.
  @discardableResult
  package mutating func deleteBackward() -> Bool {
    guard caret > 0 else { return false }
    remove(caret - 1..<caret)
    return true
  }

  /// Takes away the character after the caret; false when there is none.
  @discardableResult
  package mutating func deleteForward() -> Bool {
    guard caret < characters.count else { return false }
    remove(caret..<caret + 1)
    return true
  }

  /// Takes away everything before the caret; false when there is nothing.
  @discardableResult
  package mutating func deleteToStart() -> Bool {
    guard caret > 0 else { return false }
    remove(0..<caret)
    return true
  }

  /// Takes away everything after the caret; false when there is nothing.
  @discardableResult
  package mutating func deleteToEnd() -> Bool {
    guard caret < characters.count else { return false }
    remove(caret..<characters.count)
    return true
  }

  /// Takes away the word before the caret with the spaces between; false when there is none.
  @discardableResult
  package mutating func deleteWordBackward() -> Bool {
    let before = characters[..<caret]
    let end = before.lastIndex { $0 != " " } ?? 0
    let start = before[..<end].lastIndex(of: " ").map { $0 + 1 } ?? 0
    guard start < caret else { return false }
    remove(start..<caret)
    return true
  }

  /// Replaces all of the text and puts the caret at its end.
  package mutating func replaceAll(with text: String) {
    characters = Self.accepted(text)
    caret = characters.count
    firstVisible = 0
  }

  // MARK: Caret

  package mutating func moveLeft() { caret = max(0, caret - 1) }
  package mutating func moveRight() { caret = min(characters.count, caret + 1) }
  package mutating func moveHome() { caret = 0 }
  package mutating func moveEnd() { caret = characters.count }

  /// Puts the caret at the character that is drawn at a cell of the field.
  package mutating func moveCaret(toCell cell: Int, secure: Bool) {
    var x = 0
    caret = firstVisible
    while caret < characters.count {
      let width = secure ? 1 : CharacterWidth.of(characters[caret])
      if x + width > cell { return }
      x += width
      caret += 1
    }
  }

  // MARK: What is seen

  /// What is drawn in a number of cells, and the cell of the caret.
  package struct Window: Sendable, Hashable {
    package let text: String
    package let caretCell: Int

    package init(text: String, caretCell: Int) {
      self.text = text
      self.caretCell = caretCell
    }
  }

  /// Scrolls just as far as needed for the caret to be among a number of cells.
  package mutating func revealCaret(width: Int, secure: Bool) {
    firstVisible = min(firstVisible, caret)
    // The caret needs a cell of its own after the last character.
    var used = cells(firstVisible..<caret, secure: secure) + 1
    while used > width, firstVisible < caret {
      used -= cells(firstVisible..<firstVisible + 1, secure: secure)
      firstVisible += 1
    }
    // Room that became free at the end is used.
    var all = cells(firstVisible..<characters.count, secure: secure) + 1
    while firstVisible > 0 {
      all += cells(firstVisible - 1..<firstVisible, secure: secure)
      if all > width { break }
      firstVisible -= 1
    }
  }

  /// The part of the text that fits into a number of cells, from ``firstVisible`` or from the
  /// start.
  ///
  /// - Parameter secure: Whether bullets stand for the characters.
  package func window(width: Int, secure: Bool, scrolled: Bool) -> Window {
    let start = scrolled ? min(firstVisible, characters.count) : 0
    var text = ""
    var used = 0
    for character in characters[start...] {
      let shown: Character = secure ? "•" : character
      let next = CharacterWidth.of(shown)
      guard used + next <= width else { break }
      text.append(shown)
      used += next
    }
    let caretCell = start <= caret ? cells(start..<caret, secure: secure) : 0
    return Window(text: text, caretCell: caretCell)
  }

  // MARK: The page's side

  /// Takes a value that the page gives now: when it differs from the one given last, the page's
  /// text replaces the person's, with the caret at its end; otherwise the person's text stays.
  package mutating func reconcile(with value: String) {
    guard value != given else { return }
    given = value
    // A page that gives back what was typed must not move the caret.
    if value != text { replaceAll(with: value) }
  }

  private mutating func remove(_ range: Range<Int>) {
    let before = String(characters[..<range.lowerBound])
    characters = Array(before + String(characters[range.upperBound...]))
    caret = min(range.lowerBound, characters.count)
  }

  private func cells(_ range: Range<Int>, secure: Bool) -> Int {
    secure ? range.count : characters[range].reduce(0) { $0 + CharacterWidth.of($1) }
  }

  private static func accepted(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in text {
      guard result.count < limit else { break }
      if character.isNewline || character == "\t" {
        result.append(" ")
      } else if let first = character.unicodeScalars.first, !CharacterWidth.isControl(first) {
        result.append(character)
      }
    }
    return result
  }
}

extension FieldEditor: Codable {
  private enum CodingKeys: String, CodingKey { case text, given, caret }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    characters = Self.accepted(try container.decode(String.self, forKey: .text))
    given = try container.decode(String.self, forKey: .given)
    caret = min(max(0, try container.decode(Int.self, forKey: .caret)), characters.count)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(given, forKey: .given)
    try container.encode(caret, forKey: .caret)
  }
}
