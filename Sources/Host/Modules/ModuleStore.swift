internal import Glibc

/// The folder from which modules are mapped: a copy of each, named by its content.
///
/// glibc takes a file for one already mapped when path or inode agree, and writing to a mapped file
/// breaks the process. So the host never maps a file that people write to, and the same content is
/// copied once.
package struct ModuleStore: Sendable {
  /// A module in the store.
  package struct Entry: Sendable, Hashable {
    package let digest: ModuleDigest
    /// The file to be mapped.
    package let path: String
    package let bytes: Int
  }

  /// The folder, readable for this user alone.
  package let folder: String

  private let settling: Duration

  /// Opens the store, and makes the folder and those above it when they are not there.
  ///
  /// - Parameter settling: for how long a file must not have changed to be known again by its
  ///   identity alone.
  package init(folder: String, settling: Duration = .seconds(2)) throws(ModuleError) {
    self.folder = folder
    self.settling = settling
    for end in folder.indices where folder[end] == "/" && end != folder.startIndex {
      mkdir(String(folder[..<end]), 0o700)
    }
    mkdir(folder, 0o700)
    mkdir("\(folder)/seen", 0o700)
    for path in [folder, "\(folder)/seen"] {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw Self.failure(path) }
      guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
        status.st_mode & 0o077 == 0
      else {
        throw ModuleError(
          .store, path: path, cause: "the store must be a folder that only you can use",
          advice: "chmod 700 \(path), or remove it")
      }
    }
  }

  /// The digest of the file of which a path of any store is the copy.
  static func content(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// Gives the copy of a module, and makes it when there is none yet.
  ///
  /// The file is checked, hashed and copied through one descriptor. A file that was seen before is
  /// not read again.
  package func admit(_ path: String) throws(ModuleError) -> Entry {
    let file = try ModuleFile(path)
    let mark = "\(folder)/seen/\(file.identity)"
    if let digest = remembered(mark), let entry = existing(digest, bytes: file.identity.size) {
      return entry
    }
    let partial = "\(folder)/partial-\(getpid())-\(file.identity.inode)"
    unlink(partial)
    let copy = Glibc.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw Self.failure(partial) }
    defer {
      close(copy)
      unlink(partial)  // gone already when it was given its name
    }
    var hasher = ModuleDigest.Hasher()
    try file.read { bytes throws(ModuleError) in
      hasher.update(bytes)
      try Self.write(bytes, to: copy, partial)
    }
    let digest = hasher.finish()
    if existing(digest, bytes: file.identity.size) == nil {
      guard fchmod(copy, 0o500) == 0, fdatasync(copy) == 0,
        rename(partial, self.path(of: digest)) == 0
      else { throw Self.failure(partial) }
    }
    remember(digest, mark, file.identity)
    return Entry(digest: digest, path: self.path(of: digest), bytes: Int(file.identity.size))
  }

  /// Removes every copy but those with the digests given.
  ///
  /// A copy that is mapped may go: its memory stays.
  package func prune(keeping digests: Set<ModuleDigest>) {
    for name in Self.names(in: folder) {
      if name.hasPrefix("partial-") { unlink("\(folder)/\(name)") }
      guard name.hasSuffix(".so"), let digest = ModuleDigest(name.dropLast(3)) else { continue }
      if !digests.contains(digest) { unlink("\(folder)/\(name)") }
    }
    for name in Self.names(in: "\(folder)/seen") {
      let mark = "\(folder)/seen/\(name)"
      if let digest = remembered(mark), digests.contains(digest) { continue }
      unlink(mark)
    }
  }

  private func path(of digest: ModuleDigest) -> String { "\(folder)/\(digest).so" }

  /// A copy that is there and whole.
  private func existing(_ digest: ModuleDigest, bytes: Int64) -> Entry? {
    let path = path(of: digest)
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size == bytes
    else { return nil }
    return Entry(digest: digest, path: path, bytes: Int(bytes))
  }

  /// Reads which content a file had when it was last seen in this very state; a link whose target
  /// is the digest.
  private func remembered(_ mark: String) -> ModuleDigest? {
    let capacity = 128
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(mark, base, capacity)
      guard count > 0 else { return nil }
      let bytes = UnsafeRawBufferPointer(buffer)[..<count]
      return ModuleDigest(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// A file that was changed a moment ago can change again within the same tick of its clock, so it
  /// is not remembered.
  private func remember(_ digest: ModuleDigest, _ mark: String, _ identity: ModuleFile.Identity) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Duration.nanoseconds(
      Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        - max(identity.changed, identity.modified))
    guard age >= settling else { return }
    unlink(mark)
    symlink(digest.description, mark)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, _ path: String
  ) throws(ModuleError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func failure(_ path: String) -> ModuleError {
    ModuleError(
      .store, path: path, cause: String(cString: strerror(errno)),
      advice:
        "the host needs a folder that it can write and that has room; name another with --data")
  }
}
