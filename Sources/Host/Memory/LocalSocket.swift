internal import Glibc

/// Stream sockets in the file system. unix(7)
enum LocalSocket {
  /// Why there is none: an error number.
  struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
  }

  /// A socket that never blocks and is not inherited.
  private static var kind: Int32 {
    Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  }

  /// Connects to the socket at a path; one whose owner accepts nobody is a failure and no wait. connect(2)
  static func connect(_ path: String) throws(Failure) -> Int32 {
    try make(path) { Glibc.connect($0, $1, $2) }
  }

  /// Listens at a path, which only the owner can connect to; what was there is removed. bind(2), listen(2)
  static func listen(_ path: String) throws(Failure) -> Int32 {
    try make(path) { descriptor, address, size in
      unlink(path)
      // Before it has a name, so that nobody else can connect in between.
      guard fchmod(descriptor, 0o600) == 0, bind(descriptor, address, size) == 0 else { return -1 }
      return Glibc.listen(descriptor, 8)
    }
  }

  private static func make(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Failure) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let longest = MemoryLayout.size(ofValue: address.sun_path) - 1
    var name = Array(path.utf8)
    var folder: Int32 = -1
    defer { if folder >= 0 { close(folder) } }
    if name.count > longest {
      // By way of its folder's descriptor every path is short enough.
      folder = open(FolderTree.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw Failure(code: errno) }
      name = Array("/proc/self/fd/\(folder)/\(path.split(separator: "/").last ?? "")".utf8)
    }
    guard name.count <= longest else { throw Failure(code: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else {
      let failure = Failure(code: errno)
      close(descriptor)
      throw failure
    }
    return descriptor
  }
}
