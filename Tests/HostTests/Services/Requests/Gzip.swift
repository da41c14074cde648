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
    return head + bits.bytes + little(checksum(ofZeros: Int(length))) + little(length)
  }

  /// The beginning of a member of zeros, and what goes on with it for as long as it is repeated: 1 MiB in 6.6 KB.
  static let endlessZeros: (first: [UInt8], then: [UInt8]) = {
    // As many lengths as make a block end with a byte.
    (
      head + block(startingWith: [0, 0, 1, 1, 0, 0, 0, 0], runs: 6),
      block(startingWith: [], runs: 4094)
    )
  }()

  private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// A block with fixed codes that is not the last: a literal, and lengths of 258 at the distance 1.
  private static func block(startingWith literal: [UInt8], runs: Int) -> [UInt8] {
    var bits = Bits()
    bits.append([0, 1, 0])
    bits.append(literal)
    for _ in 0..<runs { bits.append([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }
    bits.append([0, 0, 0, 0, 0, 0, 0])
    return bits.bytes
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
