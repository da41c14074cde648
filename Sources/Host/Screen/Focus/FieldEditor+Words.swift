// Words, as most editors count them: runs of letters and digits.
extension FieldEditor {
  private func isPart(_ index: Int) -> Bool {
    characters[index].isLetter || characters[index].isNumber
  }

  /// The beginning of the word that the caret is in or behind.
  var wordStart: Int {
    var index = caret
    while index > 0, !isPart(index - 1) { index -= 1 }
    while index > 0, isPart(index - 1) { index -= 1 }
    return index
  }

  /// The end of the word that the caret is in or before.
  var wordEnd: Int {
    var index = caret
    while index < characters.count, !isPart(index) { index += 1 }
    while index < characters.count, isPart(index) { index += 1 }
    return index
  }

  package mutating func moveWordLeft() { caret = wordStart }
  package mutating func moveWordRight() { caret = wordEnd }
}
