/// Three words in ASCII letters in a row, as a sentence in English has and a name in another language's does not.
func englishSentence(in text: String) -> String? {
  var row: [Substring] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    let isEnglish = word.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte & 0xDF) || ",;:'".utf8.contains(byte)
    }
    row = isEnglish ? row + [word] : []
    if row.count == 3 { return row.joined(separator: " ") }
  }
  return nil
}
