internal import Glibc

/// An open file through which somebody tells of memory pressure.
///
/// The protocol is systemd's (https://systemd.io/PRESSURE): a regular file is one of the kernel's PSI files and is watched
/// for `POLLPRI`; a FIFO or a stream socket is watched for input, which is discarded.
@MainActor final class PressureChannel {
  /// What the file is.
  enum Kind: Sendable {
    /// A PSI file of the kernel.
    case pressureFile
    /// A FIFO or a socket.
    case stream
  }

  /// Why there is none.
  struct Refusal: Error, Sendable, CustomStringConvertible {
    let description: String
  }

  let path: String
  let kind: Kind
  let descriptor: Int32

  /// The line of a PSI file whose total counts: "some" or "full".
  private let line: String

  /// Opens the file at a path and writes what its watcher is to be told, a trigger most often.
  init(_ path: String, writing data: [UInt8], line: String = "some") throws(Refusal) {
    self.path = path
    self.line = line
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw Self.refusal("cannot be found") }
    switch facts.st_mode & S_IFMT {
    case S_IFREG:
      kind = .pressureFile
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    case S_IFIFO:
      kind = .stream
      // For reading and writing, so that it does not end when its writer closes it.
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    case S_IFSOCK:
      kind = .stream
      descriptor = try Self.connect(path)
    default: throw Refusal(description: "is no regular file, FIFO or socket")
    }
    guard descriptor >= 0 else { throw Self.refusal("cannot be opened") }
    guard data.isEmpty || write(descriptor, data, data.count) == data.count else {
      let refusal = Self.refusal("refuses its trigger")
      close(descriptor)
      throw refusal
    }
  }

  isolated deinit { close(descriptor) }

  private static func refusal(_ what: String) -> Refusal {
    Refusal(description: "\(what): \(String(cString: strerror(errno)))")
  }

  /// Connects a stream socket in the file system. connect(2)
  private static func connect(_ path: String) throws(Refusal) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Refusal(description: "has a path too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw refusal("cannot be connected to") }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, size)
      }
    }
    guard code == 0 else {
      let refusal = refusal("cannot be connected to")
      close(descriptor)
      throw refusal
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// What an event on the channel means.
  enum Event: Sendable {
    case pressure
    /// Nothing happened, as the first event of an unprivileged trigger may mean.
    case nothing
    /// The channel has ended.
    case gone
  }

  private var lastTotal: UInt64?

  /// Takes an event: discards what a stream carries, and looks whether a PSI file's `total` has grown.
  func take() -> Event {
    var state = pollfd(fd: descriptor, events: Int16(POLLPRI | POLLIN), revents: 0)
    _ = poll(&state, 1, 0)
    switch kind {
    case .stream:
      var buffer = [UInt8](repeating: 0, count: 4096)
      var count = read(descriptor, &buffer, buffer.count)
      var taken = 0
      while count > 0 {
        taken += count
        count = read(descriptor, &buffer, buffer.count)
      }
      if taken > 0 { return .pressure }
      return count == 0 || (errno != EAGAIN && errno != EINTR) ? .gone : .nothing
    case .pressureFile:
      if state.revents & Int16(POLLERR) != 0 { return .gone }
      // An ordinary file, which is always ready, tells nothing; the protocol is never to read from it.
      guard let total = total() else { return .pressure }
      defer { lastTotal = total }
      return lastTotal.map { total > $0 } ?? true ? .pressure : .nothing
    }
  }

  /// Remembers how much pressure there has been, so that a first event which tells of none is recognized.
  func remember() { lastTotal = total() }

  /// The microseconds of the file's line, read from a descriptor of its own; nil when it is no PSI file.
  private func total() -> UInt64? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(line) ") }),
      let field = line.split(separator: " ").last, field.hasPrefix("total=")
    else { return nil }
    return UInt64(field.dropFirst(6))
  }
}
