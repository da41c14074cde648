/// Compressed zeros, made by hand (RFC 1951 and 1952): 13 bits for each 258 of them.
enum Gzip {
  /// A member of `count` zeros, rounded up to one more than a multiple of 258.
  static func zeros(_ count: Int) -> [UInt8] {
    let runs = (count + 257) / 258
    var bits = Bits()
    bits.append([1, 1, 0])  // the last block, with fixed codes
    bits.append([0, 0, 1, 1, 0, 0, 0, 0])  // the literal 0
    for _ in 0..<runs {
      bits.append([1, 1, 0, 0, 0, 1, 0, 1])  // the length 258
      bits.append([0, 0, 0, 0, 0])  // the distance 1
    }
    bits.append([0, 0, 0, 0, 0, 0, 0])  // the end
    let length = UInt32(runs * 258 + 1)
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    return head + bits.bytes + little(checksum(ofZeros: Int(length))) + little(length)
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ bits: [UInt8]) {
      for bit in bits {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= bit << UInt8(count % 8)
        count += 1
      }
    }
  }

  /// CRC-32.
  private static func checksum(ofZeros count: Int) -> UInt32 {
    var table: [UInt32] = []
    for index: UInt32 in 0..<256 {
      var value = index
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      table.append(value)
    }
    var value: UInt32 = 0xFFFF_FFFF
    for _ in 0..<count { value = value >> 8 ^ table[Int(value & 0xFF)] }
    return ~value
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
