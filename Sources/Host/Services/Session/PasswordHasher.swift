internal import CSodium

/// Hashes passwords with argon2id (libsodium's `crypto_pwhash_str`); for workers, since it is slow
/// on purpose.
package struct PasswordHasher: Sendable, Hashable {
  /// Passes over the memory.
  package var operations: UInt64
  /// Bytes of memory.
  package var memory: Int

  /// As slow as a person who signs in does not mind: some 0.1 s, 64 MiB.
  package static let interactive = PasswordHasher(
    operations: UInt64(crypto_pwhash_opslimit_interactive()),
    memory: crypto_pwhash_memlimit_interactive())

  /// The least that libsodium takes; for tests.
  package static let cheapest = PasswordHasher(
    operations: UInt64(crypto_pwhash_opslimit_min()), memory: crypto_pwhash_memlimit_min())

  package init(operations: UInt64, memory: Int) {
    self.operations = operations
    self.memory = memory
  }

  /// Gives a text with algorithm, cost, salt and hash, or nil when there is not enough memory.
  func hash(_ password: String) -> String? {
    guard Sodium.isReady else { return nil }
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let code = withCharacters(of: password) { characters, count in
      crypto_pwhash_str(&text, characters, count, operations, memory)
    }
    guard code == 0 else { return nil }
    return String(validating: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a text that `hash` gave belongs to the password (`crypto_pwhash_str_verify`).
  func verify(_ password: String, against text: String) -> Bool {
    guard Sodium.isReady, text.utf8.count < crypto_pwhash_strbytes() else { return false }
    return withCharacters(of: password) { characters, count in
      crypto_pwhash_str_verify(text, characters, count) == 0
    }
  }

  /// Lends the password's bytes, and wipes the copy.
  private func withCharacters(
    of password: String, _ body: (UnsafePointer<CChar>, UInt64) -> Int32
  ) -> Int32 {
    // One more, so that an empty password has an address too.
    var characters = password.utf8.map { CChar(bitPattern: $0) } + [0]
    let count = UInt64(characters.count - 1)
    return characters.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return -1 }
      defer { sodium_memzero(base, buffer.count) }
      return body(base, count)
    }
  }

  private func withCharacters(
    of password: String, _ body: (UnsafePointer<CChar>, UInt64) -> Bool
  ) -> Bool {
    let code: Int32 = withCharacters(of: password) { body($0, $1) ? 0 : -1 }
    return code == 0
  }
}

/// libsodium, made ready on first use.
enum Sodium {
  /// Whether it can be used (`sodium_init`).
  static let isReady = sodium_init() >= 0

  /// Random bytes fit for keys (`randombytes_buf`).
  static func random(_ count: Int) -> [UInt8] {
    _ = isReady
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }

  /// A hash of 32 bytes (`crypto_generichash`).
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    _ = isReady
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
    return digest
  }
}
