private import Glibc

/// A sign-in that outlives the host: a random token in a file, its hash in the host's database,
/// never the password.
struct RememberedSession: Sendable {
  let store: HostStore
  /// The file with the token, `DIR/session`.
  let path: String
  let clock: any HostClock

  /// Remembers an account, forgetting any other.
  func remember(_ account: Account) throws(ServiceError) {
    try forget()
    let token = Sodium.random(32)
    try store.run(
      "INSERT INTO remembered VALUES (?, ?, ?)",
      [.bytes(Sodium.digest(token)), .string(account.id), .integer(clock.wall)])
    try write(Hexadecimal.text(token) + "\n")
  }

  /// Forgets whoever is remembered: first the file, so that a token never outlives its hash.
  func forget() throws(ServiceError) {
    if unlink(path) != 0 && errno != ENOENT {
      let reason = String(cString: strerror(errno))
      // The token is worthless without its hash, so that goes in any case.
      try store.run("DELETE FROM remembered")
      throw ServiceError(.failed, "the remembered sign-in \(path) cannot be removed: \(reason)")
    }
    try store.run("DELETE FROM remembered")
  }

  /// The id of the remembered account, or nil when nobody is or the file is not what was written.
  func account() throws(ServiceError) -> String? {
    guard let text = read(), let token = Hexadecimal.bytes(text.trimmed), token.count == 32 else {
      return nil
    }
    let rows = try store.run(
      "SELECT account FROM remembered WHERE token = ?", [.bytes(Sodium.digest(token))])
    guard case .string(let account)?? = rows.first?.first else { return nil }
    return account
  }

  /// Whether there is a file, whatever is in it.
  var exists: Bool { access(path, F_OK) == 0 }

  private func read() -> String? {
    // Non-blocking, so that a FIFO in its place does not hold the host up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes a new file and gives it its name, so that there is never half a token.
  private func write(_ text: String) throws(ServiceError) {
    let temporary = path + ".new"
    unlink(temporary)
    let file = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    var isWritten = file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count
    isWritten = isWritten && fsync(file) == 0
    var code = errno
    if file >= 0 { close(file) }
    if isWritten {
      if rename(temporary, path) == 0 { return }
      code = errno
    }
    unlink(temporary)
    throw ServiceError(
      .failed, "the sign-in cannot be remembered: \(path): \(String(cString: strerror(code)))")
  }
}
