/// Reads a JSON text strictly and keeps where every key and value stands.
struct JSONReader {
  let bytes: [UInt8]
  let file: String
  var index = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Where the reader stands.
  var position: TextPosition { position(at: index) }

  /// The position of a byte on the line that the reader is on.
  func position(at index: Int) -> TextPosition {
    TextPosition(line: line, column: index - lineStart + 1)
  }

  func malformed(_ reason: String, at position: TextPosition? = nil) -> ManifestError {
    ManifestError(.malformed, file: file, position: position ?? self.position, reason: reason)
  }

  /// Reads the one value of the text.
  mutating func document() throws(ManifestError) -> JSONTree {
    guard bytes.count <= JSONNode.maxBytes else {
      throw ManifestError(
        .tooLarge, file: file, position: position,
        reason: "the file has \(bytes.count) bytes; at most \(JSONNode.maxBytes) are read")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw malformed("the file begins with a byte order mark; save it as UTF-8 without one")
    }
    skipSpace()
    guard next != nil else { throw malformed("the file is empty; expected an object") }
    let value = try value()
    skipSpace()
    guard next == nil else { throw malformed("expected the end of the file, not \(found)") }
    return value
  }

  private mutating func value() throws(ManifestError) -> JSONTree {
    let start = position
    let content: JSONTree.Content
    switch next {
    case UInt8(ascii: "{"): content = try object()
    case UInt8(ascii: "["): content = try array()
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"): content = try number()
    case .some(let byte) where byte.isDigit: content = try number()
    default: content = try literal()
    }
    return JSONTree(content: content, position: start)
  }

  /// Takes an opening bracket, unless that is one too deep.
  private mutating func enter() throws(ManifestError) {
    guard depth < JSONNode.maxDepth else {
      throw ManifestError(
        .tooLarge, file: file, position: position,
        reason: "arrays and objects nest deeper than \(JSONNode.maxDepth)")
    }
    depth += 1
    index += 1
  }

  private mutating func object() throws(ManifestError) -> JSONTree.Content {
    try enter()
    defer { depth -= 1 }
    var members: [JSONTree.Member] = []
    var lines: [String: Int] = [:]
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      let keyPosition = position
      guard next == UInt8(ascii: "\"") else {
        throw malformed("expected a key in quotes, not \(found)")
      }
      let key = try string()
      if let line = lines[key] {
        throw malformed("the key \(key.quoted) is there already, at line \(line)", at: keyPosition)
      }
      lines[key] = keyPosition.line
      skipSpace()
      guard take(":") else {
        throw malformed("expected ':' after the key \(key.quoted), not \(found)")
      }
      skipSpace()
      members.append(.init(key: key, keyPosition: keyPosition, value: try value()))
      if try !goesOn(closedBy: "}") { return .object(members) }
    }
  }

  private mutating func array() throws(ManifestError) -> JSONTree.Content {
    try enter()
    defer { depth -= 1 }
    var items: [JSONTree] = []
    skipSpace()
    if take("]") { return .array(items) }
    while true {
      items.append(try value())
      if try !goesOn(closedBy: "]") { return .array(items) }
    }
  }

  /// Reads what follows an item: a comma and the next item's beginning, or the closing bracket.
  private mutating func goesOn(closedBy bracket: Unicode.Scalar) throws(ManifestError) -> Bool {
    skipSpace()
    if take(bracket) { return false }
    let comma = position
    guard take(",") else { throw malformed("expected ',' or '\(bracket)', not \(found)") }
    skipSpace()
    if next == UInt8(ascii: bracket) {
      throw malformed("a comma before '\(bracket)'; remove it", at: comma)
    }
    return true
  }

  private mutating func literal() throws(ManifestError) -> JSONTree.Content {
    let end = bytes[index...].firstIndex { !$0.isLetter } ?? bytes.endIndex
    let content: JSONTree.Content
    switch String(decoding: bytes[index..<min(end, index + 6)], as: UTF8.self) {
    case "true": content = .boolean(true)
    case "false": content = .boolean(false)
    case "null": content = .null
    default: throw malformed("expected a value, not \(found)")
    }
    index = end
    return content
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = index + 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return
      }
      index += 1
    }
  }

  /// What stands at the reader, in words.
  private var found: String {
    guard let byte = next else { return "the end of the file" }
    if byte == UInt8(ascii: "/") { return "'/' (JSON has no comments)" }
    guard byte.isLetter || byte.isDigit else {
      return byte > 0x20 && byte < 0x7F
        ? String(Unicode.Scalar(byte)).quoted : "the byte 0x\(String(byte, radix: 16))"
    }
    let word = bytes[index...].prefix(20).prefix { $0.isLetter || $0.isDigit }
    return String(decoding: word, as: UTF8.self).quoted
  }
}
