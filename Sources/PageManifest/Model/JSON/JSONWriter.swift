/// Writes compact JSON in the order of its calls.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the next value or key follows another in its array or object.
  private var needsComma = false

  mutating func string(_ text: String) {
    separate()
    quote(text)
    needsComma = true
  }

  mutating func integer(_ number: Int64) {
    separate()
    bytes += Array("\(number)".utf8)
    needsComma = true
  }

  mutating func boolean(_ flag: Bool) {
    separate()
    bytes += Array((flag ? "true" : "false").utf8)
    needsComma = true
  }

  mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func object(_ members: (inout JSONWriter) -> Void) { nest("{", "}", members) }

  mutating func array<Item>(_ items: [Item], _ item: (inout JSONWriter, Item) -> Void) {
    nest("[", "]") { writer in
      for each in items { item(&writer, each) }
    }
  }

  private mutating func nest(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ inside: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    inside(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
