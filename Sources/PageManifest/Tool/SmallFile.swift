import Glibc

/// Reading and writing of whole small files.
enum SmallFile {
  /// Why a file cannot be read or written.
  struct FileError: Error, CustomStringConvertible {
    var path: String
    var action: String
    var code: Int32

    var description: String { "cannot \(action) \(path): \(String(cString: strerror(code)))" }
  }

  /// Reads a file up to one byte past the limit, so that whoever gets the bytes sees that it was passed.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(path: path, action: "read", code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(file, &buffer, min(buffer.count, limit + 1 - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, action: "read", code: errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes a file beside its place and then moves it there, so that nobody sees half of it.
  static func write(_ text: String, to path: String) throws(FileError) {
    let draft = "\(path).\(getpid())"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw FileError(path: path, action: "write", code: errno) }
    var failure = writeAll(text, to: file)
    if close(file) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(draft, path) != 0 { failure = errno }
    guard failure == 0 else {
      unlink(draft)
      throw FileError(path: path, action: "write", code: failure)
    }
  }
  /// Writes to standard error; nothing can be done when that fails.
  static func complain(_ text: String) {
    _ = writeAll(text, to: STDERR_FILENO)
  }

  /// Writes to an open file; gives `errno`, or 0.
  private static func writeAll(_ text: String, to file: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
