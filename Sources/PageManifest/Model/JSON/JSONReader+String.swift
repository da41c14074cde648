extension JSONReader {
  /// Reads a string; the reader stands at its opening quote.
  mutating func string() throws(ManifestError) -> String {
    let opening = position
    index += 1
    var text: [UInt8] = []
    while true {
      let start = index
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        index += 1
      }
      text += bytes[start..<index]
      switch next {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw malformed("the string is not UTF-8; save the file as UTF-8", at: opening)
        }
        return string
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case .some(let byte):
        throw malformed(
          byte == UInt8(ascii: "\n")
            ? "the line ends inside a string; close it with '\"', or write \\n"
            : "a control character in a string; write \\u\(fourDigits(UInt32(byte)))")
      case nil:
        throw malformed("the file ends inside a string", at: opening)
      }
    }
  }

  /// Reads an escape sequence; the reader stands at its backslash.
  private mutating func escape(into text: inout [UInt8]) throws(ManifestError) {
    let start = position
    index += 1
    guard let byte = next else { throw malformed("the file ends inside a string", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try codePoint(from: start)
      text += Array(String(scalar).utf8)
    default:
      let what = byte > 0x20 && byte < 0x7F ? "\\\(Unicode.Scalar(byte))" : "a backslash"
      throw malformed(
        "\(what) begins no escape sequence; write \\\\ for a backslash", at: start)
    }
  }

  /// Reads what follows `\u`: one code unit, or two that form a surrogate pair.
  private mutating func codePoint(from start: TextPosition) throws(ManifestError) -> Unicode.Scalar
  {
    let first = try fourHexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let lone = "\\u\(fourDigits(first)) is half of a surrogate pair"
    guard first < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    else { throw malformed(lone, at: start) }
    index += 2
    let second = try fourHexDigits(from: start)
    guard second >= 0xDC00, second <= 0xDFFF,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw malformed(lone, at: start) }
    return scalar
  }

  private mutating func fourHexDigits(from start: TextPosition) throws(ManifestError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw malformed("expected four hexadecimal digits after \\u", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  private func fourDigits(_ unit: UInt32) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
