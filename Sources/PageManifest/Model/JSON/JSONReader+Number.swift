extension JSONReader {
  /// Reads a number; the reader stands at its sign or first digit.
  mutating func number() throws(ManifestError) -> JSONTree.Content {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    let leading = index
    guard takeDigits() else { throw malformed("expected a digit after '-'") }
    if bytes[leading] == UInt8(ascii: "0"), index > leading + 1 {
      throw malformed("a number does not begin with 0", at: position(at: start))
    }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard takeDigits() else { throw malformed("expected a digit after '.'") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      guard takeDigits() else { throw malformed("expected a digit in the exponent") }
    }
    if let byte = next, byte.isLetter || byte == UInt8(ascii: ".") {
      throw malformed("\(String(Unicode.Scalar(byte)).quoted) does not belong in a number")
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger {
      guard let number = Int64(text) else {
        throw malformed("the integer does not fit in 64 bits", at: position(at: start))
      }
      return .integer(number)
    }
    guard let number = Double(text), number.isFinite else {
      throw malformed("the number is too large", at: position(at: start))
    }
    return .real(number)
  }

  /// Reads digits; false when there is none.
  private mutating func takeDigits() -> Bool {
    let start = index
    while let byte = next, byte.isDigit { index += 1 }
    return index > start
  }
}
