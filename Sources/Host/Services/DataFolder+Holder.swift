private import Glibc

extension DataFolder {
  /// The process of the host that uses the data folder at a path; nil when none does.
  package static func holder(of path: String) -> Int32? {
    let lock = Glibc.open("\(path)/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard lock >= 0 else { return nil }
    defer { Glibc.close(lock) }
    // A lock that can be had is held by nobody, whatever its file says.
    if flock(lock, LOCK_SH | LOCK_NB) == 0 { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(lock, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let digits = bytes.prefix(count).prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
