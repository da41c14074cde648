/// The contents of a field while a person edits it: text, caret, and the part of it that is seen.
///
/// Everything counts in characters as people see them (grapheme clusters), never in scalars or
/// bytes.
package struct FieldEditor: Sendable, Hashable {
  /// More characters are not accepted.
  package static let limit = 16_384

  private(set) var characters: [Character]
  var history = FieldHistory()
  /// What the page gave last; see ``reconcile(with:)``.
  private var given: String
  /// The number of characters before the caret.
  package internal(set) var caret: Int
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
    guard !text.isEmpty else { return }
    note(text.count == 1 && text != " " ? .typing : .other)
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
    note(.deleting)
    remove(caret - 1..<caret)
    return true
  }

  /// Takes away the character after the caret; false when there is none.
  @discardableResult
  package mutating func deleteForward() -> Bool {
    guard caret < characters.count else { return false }
    note(.deleting)
    remove(caret..<caret + 1)
    return true
  }

  /// Takes away everything before the caret; false when there is nothing.
  @discardableResult
  package mutating func deleteToStart() -> Bool { cut(0..<caret) }

  /// Takes away everything after the caret; false when there is nothing.
  @discardableResult
  package mutating func deleteToEnd() -> Bool { cut(caret..<characters.count) }

  /// Takes away what is before the caret back to a space, with the spaces between; false when there is nothing.
  @discardableResult
  package mutating func deleteWordBackward() -> Bool {
    let before = characters[..<caret]
    let end = before.lastIndex { $0 != " " } ?? 0
    let start = before[..<end].lastIndex(of: " ").map { $0 + 1 } ?? 0
    return cut(start..<caret)
  }

  /// Takes away the word after the caret with what is between; false when there is nothing.
  @discardableResult
  package mutating func deleteWordForward() -> Bool { cut(caret..<wordEnd) }

  /// Takes away the letters and digits before the caret with what is between; false when there is nothing.
  @discardableResult
  package mutating func deleteLettersBackward() -> Bool { cut(wordStart..<caret) }

  /// Replaces all of the text and puts the caret at its end.
  package mutating func replaceAll(with text: String) {
    note(.other)
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
    history.endRun()
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
    /// Whether there are characters before those that are drawn.
    package let isCutBefore: Bool
    /// Whether there are characters after those that are drawn.
    package let isCutAfter: Bool

    package init(
      text: String, caretCell: Int, isCutBefore: Bool = false, isCutAfter: Bool = false
    ) {
      self.text = text
      self.caretCell = caretCell
      self.isCutBefore = isCutBefore
      self.isCutAfter = isCutAfter
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
    var end = start
    for character in characters[start...] {
      let shown: Character = secure ? "•" : character
      let next = CharacterWidth.of(shown)
      guard used + next <= width else { break }
      text.append(shown)
      used += next
      end += 1
    }
    let caretCell = start <= caret ? cells(start..<caret, secure: secure) : 0
    return Window(
      text: text, caretCell: caretCell, isCutBefore: start > 0, isCutAfter: end < characters.count)
  }

  // MARK: The page's side

  /// Takes a value that the page gives now: when it differs from the one given last, the page's
  /// text replaces the person's, with the caret at its end; otherwise the person's text stays.
  package mutating func reconcile(with value: String) {
    guard value != given else { return }
    given = value
    // A page that gives back what was typed must not move the caret.
    if value != text {
      replaceAll(with: value)
      // What the page took away, such as a password that was wrong, cannot be had back.
      history = FieldHistory()
    }
  }

  private mutating func cut(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    note(.other)
    remove(range)
    return true
  }

  /// Puts back the text and the caret of another moment.
  mutating func restore(_ moment: FieldHistory.Moment) {
    characters = moment.characters
    caret = min(moment.caret, characters.count)
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
