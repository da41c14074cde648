import Glibc

/// A folder for one test, in `$TMPDIR` or `/tmp`, removed at its end.
final class TemporaryFolder {
  let path: String

  init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/pagehost-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("no folder in \(parent): \(errno)") }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  /// Removes a file, or a folder with all that is in it; a link is removed and not followed.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    // A test may have made it one that cannot be read.
    chmod(path, 0o700)
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { remove("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
