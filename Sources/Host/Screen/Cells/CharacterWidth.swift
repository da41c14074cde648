/// How many cells text takes on a terminal, told from Unicode data and never from the locale.
package enum CharacterWidth {
  /// Stands for what cannot be drawn, such as a control character.
  package static let replacement: Character = "\u{FFFD}"

  /// The cells of a text on one line; O(length).
  package static func of(_ text: some StringProtocol) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The cells of one character: 0, 1 or 2.
  ///
  /// An emoji sequence takes two whatever it is made of; any other cluster takes what its scalars
  /// take, at most two. A control character takes one, because it is drawn as ``replacement``.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return 1 }
    if isControl(first) { return 1 }
    if first.properties.isEmoji, scalars.contains(where: isEmojiJoiner) { return 2 }
    let sum = scalars.reduce(0) { $0 + of($1) }
    // A mark with nothing to stand on is drawn on a space.
    return isMark(first) ? max(1, min(sum, 2)) : min(sum, 2)
  }

  /// The cells of one scalar: 0, 1 or 2.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    if isZeroWidth(scalar) { return 0 }
    return isWide(value) ? 2 : 1
  }

  /// Whether a scalar is a control character, a separator of lines, or otherwise not for drawing.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether a scalar is drawn on the one before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether every byte is printable ASCII, so that bytes, characters and cells are the same.
  static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF:
      // Vowels and finals of Hangul, which join the syllable before them.
      true
    default:
      isMark(scalar) || scalar.properties.generalCategory == .format
        || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a scalar makes an emoji sequence of what it follows: joiner, emoji style, skin tone,
  /// keycap, flag.
  private static func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
    default: false
    }
  }

  /// Whether a scalar is in ``wideRanges``; O(log of their count).
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }
}
