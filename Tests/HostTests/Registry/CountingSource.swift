@testable import Host

/// Bytes that count how often and how much is read of them, and that may claim to be more than they are.
final class CountingSource: ByteSource {
  let bytes: [UInt8]
  let size: UInt64
  private(set) var reads = 0
  private(set) var total = 0

  init(_ bytes: [UInt8], size: UInt64? = nil) {
    self.bytes = bytes
    self.size = size ?? UInt64(bytes.count)
  }

  /// What lies beyond the bytes is zeros, as in a sparse file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
    reads += 1
    total += buffer.count
    let got = bytes.read(into: buffer, at: offset)
    for index in got..<buffer.count { buffer[index] = 0 }
    return buffer.count
  }
}

/// Numbers that look random and are the same in each run: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
