internal import Glibc

/// Whole files of a bounded size.
enum SmallFile {
  /// Reads a regular file; nil when it is not one, is larger than `limit` bytes, or cannot be read.
  ///
  /// - Parameters:
  ///   - owner: When given, the file is only read if it belongs to this user and nobody else can write it.
  static func contents(of path: String, limit: Int, owner: uid_t? = nil) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0, status.st_size <= limit
    else { return nil }
    if let owner, status.st_uid != owner || status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      return nil
    }
    let source = FileBytes(descriptor: descriptor, size: UInt64(status.st_size))
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let got = source.read(into: rest, at: UInt64(count))
        guard got > 0 else { break }
        count += got
      }
    }
  }

  /// Puts `bytes` in the place of the file at `path`, whole or not at all; false when it cannot.
  ///
  /// Writes a file beside it with rights 0600 and wraps `rename`.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    let fresh = "\(path).\(getpid()).new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let got = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if got > 0 {
          rest = rest.dropFirst(got)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
    guard close(descriptor) == 0, isWritten, rename(fresh, path) == 0 else {
      unlink(fresh)
      return false
    }
    return true
  }
}
