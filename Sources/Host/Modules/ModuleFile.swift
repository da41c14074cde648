internal import Glibc

/// A module's file, opened once: what is checked, hashed and copied is what that one descriptor
/// leads to.
struct ModuleFile: ~Copyable {
  /// Tells one state of a file from every other.
  struct Identity: Sendable, Hashable, CustomStringConvertible {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
      modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }

    /// A name that can stand in a folder.
    var description: String { "\(device)-\(inode)-\(size)-\(modified)-\(changed)" }
  }

  /// A module may have at most 512 MiB.
  static let maximumBytes: Int64 = 512 << 20

  let path: String
  let identity: Identity
  private let descriptor: CInt

  /// Opens a file that nobody but this user and root can write, in a folder of which the same
  /// holds.
  ///
  /// Links are followed; what counts is the file at their end.
  init(_ path: String) throws(ModuleError) {
    guard let resolved = realpath(path, nil) else { throw Self.unreadable(path) }
    let real = String(cString: resolved)
    free(resolved)
    try Trust.check(folder: String(real[..<(real.lastIndex(of: "/") ?? real.startIndex)]))
    // Not blocking, since opening a FIFO would wait for its writer.
    let opened = Glibc.open(real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else { throw Self.unreadable(path) }
    var status = stat()
    do throws(ModuleError) {
      guard fstat(opened, &status) == 0 else { throw Self.unreadable(path) }
      try Self.check(status, path)
    } catch {
      close(opened)
      throw error
    }
    self.path = path
    descriptor = opened
    identity = Identity(status)
  }

  deinit { close(descriptor) }

  private static func check(_ status: stat, _ path: String) throws(ModuleError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ModuleError(
        .notAFile, path: path, advice: "it is no regular file; put the shared library itself there")
    }
    try Trust.check(status, path: path)
    guard status.st_size <= maximumBytes else {
      throw ModuleError(
        .tooLarge, path: path, cause: "\(status.st_size) bytes",
        advice: "a module may have at most \(maximumBytes >> 20) MiB; strip it")
    }
  }

  private static func unreadable(_ path: String) -> ModuleError {
    ModuleError(
      .unreadable, path: path, cause: String(cString: strerror(errno)),
      advice: "check that the file is there and can be read")
  }

  /// Gives the whole contents in pieces, and checks that they did not change meanwhile.
  func read(_ body: (UnsafeRawBufferPointer) throws(ModuleError) -> Void) throws(ModuleError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { piece.deallocate() }
    var total: Int64 = 0
    while total <= identity.size {
      let count = pread(descriptor, piece.baseAddress, piece.count, off_t(total))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Self.unreadable(path) }
      if count == 0 { break }
      total += Int64(count)
      try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
    var status = stat()
    guard total == identity.size, fstat(descriptor, &status) == 0, Identity(status) == identity
    else {
      throw ModuleError(
        .changed, path: path,
        advice: "it was written to while it was read; try again when it is complete")
    }
  }
}
