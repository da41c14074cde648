internal import Glibc
internal import HostC

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

  /// How much pressure a PSI file has told of.
  private var growth: PressureGrowth

  /// What was written to a stream and may come back from it: a FIFO is open for both.
  private var echo: [UInt8] = []

  /// Opens the file at a path and writes what its watcher is to be told, a trigger most often.
  init(_ path: String, writing data: [UInt8], line: String = "some") throws(Refusal) {
    let file = try Self.open(path, writing: data, line: line)
    self.path = path
    kind = file.kind
    descriptor = file.descriptor
    echo = file.isFIFO ? data : []
    growth = PressureGrowth(path: path, line: line)
    // Reading a stream would take from it what is for others.
    if kind == .pressureFile { growth.remember() }
  }

  /// Finds out whether a channel could be made, without telling whoever is at the other end of a FIFO or socket.
  ///
  /// A trigger is written to a file of the kernel's, which forgets it with this descriptor.
  static func probe(
    _ path: String, writing data: [UInt8], line: String = "some"
  ) throws(Refusal) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw refusal("cannot be found") }
    if facts.st_mode & S_IFMT == S_IFIFO {
      // Opening it would let go on who waits for a reader or writer.
      guard access(path, R_OK | W_OK) == 0 else { throw refusal("cannot be opened") }
      return
    }
    let isSocket = facts.st_mode & S_IFMT == S_IFSOCK
    close(try open(path, writing: isSocket ? [] : data, line: line).descriptor)
  }

  /// Opens a file and writes to it; it is closed again when it is refused.
  private static func open(
    _ path: String, writing data: [UInt8], line: String
  ) throws(Refusal) -> (kind: Kind, descriptor: Int32, isFIFO: Bool) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw refusal("cannot be found") }
    let type = facts.st_mode & S_IFMT
    let kind: Kind
    let descriptor: Int32
    switch type {
    case S_IFREG:
      kind = .pressureFile
      let access = data.isEmpty ? O_RDONLY : O_RDWR
      descriptor = Glibc.open(path, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    case S_IFIFO:
      kind = .stream
      // For reading and writing, so that it does not end when its writer closes it.
      descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    case S_IFSOCK:
      kind = .stream
      do throws(LocalSocket.Failure) {
        descriptor = try LocalSocket.connect(path)
      } catch {
        throw Refusal(description: "cannot be connected to: \(error)")
      }
    default: throw Refusal(description: "is no regular file, FIFO or socket")
    }
    guard descriptor >= 0 else { throw refusal("cannot be opened") }
    do throws(Refusal) {
      // Before anything is written, so that a file of somebody's is not overwritten.
      if kind == .pressureFile { try check(path, descriptor, line) }
      try write(data, to: descriptor, isSocket: type == S_IFSOCK)
      guard kind == .stream || !hasFailed(descriptor) else {
        throw Refusal(
          description: data.isEmpty
            ? "tells of no pressure without a trigger; set MEMORY_PRESSURE_WRITE"
            : "has ended")
      }
    } catch {
      close(descriptor)
      throw error
    }
    return (kind, descriptor, type == S_IFIFO)
  }

  /// Refuses a regular file that is none of the kernel's PSI files.
  private static func check(
    _ path: String, _ descriptor: Int32, _ line: String
  ) throws(Refusal) {
    guard hostc_can_be_watched(descriptor) else {
      throw Refusal(description: "is an ordinary file, which tells of no pressure")
    }
    guard PressureGrowth(path: path, line: line).isReadable else {
      throw Refusal(description: "has no line '\(line) … total=', so it tells of no pressure")
    }
  }

  /// Whether a PSI file tells nothing: it has no trigger, or its cgroup is gone.
  private static func hasFailed(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    _ = poll(&state, 1, 0)
    return state.revents & Int16(POLLERR) != 0
  }

  private static func write(
    _ data: [UInt8], to descriptor: Int32, isSocket: Bool
  ) throws(Refusal) {
    guard !data.isEmpty else { return }
    // A socket whose other end is gone must not raise SIGPIPE.
    let count =
      isSocket
      ? send(descriptor, data, data.count, Int32(MSG_NOSIGNAL))
      : Glibc.write(descriptor, data, data.count)
    guard count == data.count else { throw refusal("refuses its trigger") }
  }

  isolated deinit { close(descriptor) }

  private static func refusal(_ what: String) -> Refusal {
    Refusal(description: "\(what): \(String(cString: strerror(errno)))")
  }

  /// What an event on the channel means.
  enum Event: Sendable {
    case pressure
    /// Nothing happened, as the first event of an unprivileged trigger may mean.
    case nothing
    /// The channel has ended.
    case gone
  }

  /// Takes an event: discards what a stream carries, and looks whether a PSI file's `total` has grown.
  func take() -> Event {
    switch kind {
    case .stream: return takeFromStream()
    case .pressureFile:
      if Self.hasFailed(descriptor) { return .gone }
      // The event is believed where the file does not tell how much pressure there was.
      return growth.hasGrown() ?? true ? .pressure : .nothing
    }
  }

  private func takeFromStream() -> Event {
    var taken: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var count = read(descriptor, &buffer, buffer.count)
    // Bounded, as a writer that does not pause would keep the host here.
    while count > 0 {
      if taken.count < 64 * 1024 { taken += buffer[..<count] } else { break }
      count = read(descriptor, &buffer, buffer.count)
    }
    if !taken.isEmpty {
      defer { echo = [] }
      return taken == echo ? .nothing : .pressure
    }
    return count == 0 || (errno != EAGAIN && errno != EINTR) ? .gone : .nothing
  }
}
