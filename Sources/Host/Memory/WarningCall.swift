internal import FoundationEssentials
internal import Glibc

/// A warning by hand, sent to the app that runs on a data folder.
struct WarningCall {
  /// Why there is no report.
  enum Failure: Error, Sendable, Hashable {
    /// No app listens there.
    case nobody
    /// The app cannot be reached; the reason in words.
    case refused(String)
    /// The app did not answer in time.
    case noAnswer
    /// The app ended before it answered.
    case ended
  }

  /// How long an answer is waited for, in milliseconds: a warning waits two seconds for states, and one may be under way.
  static let patience: Int32 = 10_000

  /// The bytes of an answer, at most.
  private static let longest = 16 * 1024 * 1024

  /// Sends the warning and waits for its report.
  static func send(
    _ level: MemoryWarning, to folder: String, patience: Int32 = patience
  ) throws(Failure) -> WarningReport {
    let descriptor: Int32
    do throws(LocalSocket.Failure) {
      descriptor = try LocalSocket.connect(WarningSocket.path(in: folder))
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, ECONNREFUSED: throw .nobody
      // It has let many wait already.
      case EAGAIN: throw .noAnswer
      default: throw .refused("\(error)")
      }
    }
    defer { close(descriptor) }
    let line = Array("\(level.rawValue)\n".utf8)
    guard Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count
    else {
      throw .ended
    }
    let answer = try receive(from: descriptor, patience)
    guard let report = try? JSONDecoder().decode(WarningReport.self, from: Data(answer)) else {
      throw .refused("its answer is of another version")
    }
    return report
  }

  private static func receive(
    from descriptor: Int32, _ patience: Int32
  ) throws(Failure) -> [UInt8] {
    let clock = SystemClock()
    let end = clock.now + UInt64(patience) * 1_000_000
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while answer.last != 10 {
      let now = clock.now
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard now < end, answer.count < longest else { throw .noAnswer }
      guard poll(&state, 1, Int32((end - now) / 1_000_000) + 1) > 0 else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && (errno == EAGAIN || errno == EINTR) { continue }
      guard count > 0 else { throw .ended }
      answer += buffer[..<count]
    }
    return answer
  }
}
