/// Base64 of RFC 4648, for the one short text that needs it.
enum Base64 {
  /// The bytes that a text stands for; nil when it is malformed.
  ///
  /// White space is skipped.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for unit in text.utf8 where unit != 0x20 && unit != 0x0A && unit != 0x0D {
      if unit == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: unit) else { return nil }
      bits = bits << 6 | value
      count += 1
      if count % 4 == 0 {
        bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        bits = 0
      }
    }
    switch (count % 4, padding) {
    case (0, 0): break
    case (2, 0), (2, 2): bytes.append(UInt8(bits >> 4 & 255))
    case (3, 0), (3, 1): bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
    default: return nil
    }
    return bytes
  }

  private static func value(of unit: UInt8) -> UInt32? {
    switch unit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(unit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(unit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(unit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
