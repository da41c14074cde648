internal import Glibc

/// Reads files and folders of /proc.
struct ProcFile {
  /// Gives each line of a file; none when it cannot be read.
  func forEachLine(of path: String, _ body: (Substring) -> Void) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { body(line) }
  }

  /// How many entries a folder has, 0 when it cannot be read.
  func entries(of path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
    }
    return count
  }
}
