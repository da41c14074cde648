internal import CSodium

/// The identity of a module: the BLAKE2b hash of its bytes, 256 bits.
package struct ModuleDigest: Sendable, Hashable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  package let description: String

  private static let byteCount = 32

  /// Takes digits as `description` gives them; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8
    let isHex = digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    guard digits.count == 2 * Self.byteCount, isHex else { return nil }
    description = String(text)
  }

  private init(bytes: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    description = String(decoding: text, as: UTF8.self)
  }

  /// Hashes bytes as they come.
  struct Hasher: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private var state: OpaquePointer { OpaquePointer(memory) }

    init() {
      _ = sodium_init()  // chooses the fastest implementation; does nothing the second time
      // libsodium keeps the state's type to itself, and says only its size and that it is aligned
      // to 64 bytes.
      memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
      crypto_generichash_init(state, nil, 0, ModuleDigest.byteCount)
    }

    deinit { memory.deallocate() }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
      let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      crypto_generichash_update(state, base, UInt64(bytes.count))
    }

    consuming func finish() -> ModuleDigest {
      var bytes = [UInt8](repeating: 0, count: ModuleDigest.byteCount)
      crypto_generichash_final(state, &bytes, bytes.count)
      return ModuleDigest(bytes: bytes)
    }
  }
}
