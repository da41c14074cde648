/// Breaks text into lines of a number of cells.
///
/// Lines break after spaces and hyphens and on either side of wide characters; a word longer than a
/// line breaks between two characters. Spaces at a break are dropped. A line never starts with
/// closing punctuation if that can be avoided.
package struct TextWrap {
  private let width: Int
  private var characters: [Character] = []
  private var widths: [Int] = []
  private var lines: [String] = []

  /// The lines of a text; at least one, which may be empty.
  ///
  /// - Parameter width: Cells in a line; less than 1 counts as 1.
  package static func lines(of text: String, width: Int) -> [String] {
    let width = max(1, width)
    if text.utf8.count <= width, CharacterWidth.isPrintableASCII(text) { return [text] }
    var wrap = TextWrap(width: width)
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      wrap.add(paragraph)
    }
    return wrap.lines
  }

  /// A text on one line: cut to a number of cells, with an ellipsis where something is missing.
  package static func truncated(_ text: String, width: Int) -> String {
    if CharacterWidth.of(text) <= width { return text }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let next = CharacterWidth.of(character)
      guard used + next <= width - 1 else { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// A text with every run of white space made one space, and none at its ends.
  package static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private init(width: Int) { self.width = width }

  private mutating func add(_ paragraph: Substring) {
    characters = Array(paragraph)
    widths = characters.map { CharacterWidth.of($0) }
    var start = 0
    repeat { start = addLine(from: start) } while start < characters.count
  }

  /// Adds the line that starts at an index and returns where the next one starts.
  private mutating func addLine(from start: Int) -> Int {
    var used = 0
    var breaking = start
    var index = start
    while index < characters.count {
      // Spaces may hang over the edge.
      if used + widths[index] > width, characters[index] != " " { break }
      used += widths[index]
      index += 1
      if index < characters.count, canBreak(before: index) { breaking = index }
    }
    if index == characters.count {
      append(start..<index)
      return index
    }
    // Nothing to break at: between two characters, but at least one on the line.
    let end = breaking > start ? breaking : max(index, start + 1)
    append(start..<end)
    return characters[end...].firstIndex { $0 != " " } ?? characters.count
  }

  private mutating func append(_ range: Range<Int>) {
    let line = characters[range]
    // White space that hangs over the edge is not drawn; indentation of an empty line is kept as
    // nothing.
    let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? range.lowerBound
    lines.append(String(characters[range.lowerBound..<end]))
  }

  private func canBreak(before index: Int) -> Bool {
    let next = characters[index]
    if next == " " || Self.mustNotStartLine.contains(next) { return false }
    let previous = characters[index - 1]
    if previous == " " { return true }
    if previous == "-" { return index > 1 && characters[index - 2].isLetter && next.isLetter }
    if Self.mustNotEndLine.contains(previous) { return false }
    return widths[index] == 2 || widths[index - 1] == 2
  }

  /// Closing punctuation of Chinese and Japanese (and what may stand after a wide character), by
  /// the rules of JIS X 4051.
  private static let mustNotStartLine = Set<Character>("、。，．・：；！？）」』】〉》〕］｝〜ー々…,.!?:;)]}")
  private static let mustNotEndLine = Set<Character>("（「『【〈《〔［｛([{")
}
