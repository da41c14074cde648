internal import Glibc

/// A process that this one started, and the lines that it writes.
@MainActor final class ChildProcess {
  /// Why it could not be started.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What reading a line gave.
  enum Line {
    case line([UInt8])
    case timeout
    case end
  }

  /// How it ended.
  struct Status {
    var code: Int32
    var signal: Int32?
  }

  private let process: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var status: Status?

  /// The longest line that is kept.
  private static let longest = 1 << 16

  /// Starts a command with its standard output to be read here and no standard input. posix_spawn(3)
  ///
  /// - Parameter temporary: Where it puts what it has no further use for (`$TMPDIR`); nil leaves that as it is.
  init(_ command: [String], temporary: String? = nil) throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw Failure(description: "no pipe could be made: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables = ChildProcess.environment(temporary)
    defer { for variable in variables { free(variable) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, command[0], &actions, nil, &arguments, &variables)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw Failure(
        description: "\(command[0]) could not be started: \(String(cString: strerror(code)))")
    }
    self.process = process
    output = ends[0]
  }

  /// A copy of this process's environment, with another place for temporary files.
  private static func environment(_ temporary: String?) -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let variable = place.pointee {
      if temporary == nil || strncmp(variable, "TMPDIR=", 7) != 0 {
        variables.append(strdup(variable))
      }
      place += 1
    }
    if let temporary { variables.append(strdup("TMPDIR=\(temporary)")) }
    return variables + [nil]
  }

  isolated deinit {
    if status == nil {
      kill()
      _ = wait()
    }
    close(output)
  }

  /// Gives the next line that it writes, without its line feed.
  func readLine(milliseconds: Int32) -> Line {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        return .line(line)
      }
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let count = poll(&descriptor, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .timeout }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let size = read(output, &chunk, chunk.count)
      if size < 0, errno == EINTR { continue }
      guard size > 0, buffer.count < ChildProcess.longest else { return .end }
      buffer += chunk[..<size]
    }
  }

  /// Ends it at once.
  func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// Waits until it has ended. waitpid(2)
  func wait() -> Status {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let number = raw & 0x7F
    let status = Status(code: (raw >> 8) & 0xFF, signal: number == 0 ? nil : number)
    self.status = status
    return status
  }
}
