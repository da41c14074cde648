import Glibc
import Testing

@testable import Host

/// The built tool while it runs, with its input and output in the test's hands.
final class RunningTool {
  /// How a process ended.
  enum End: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  let process: pid_t
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var errors: Int32 = -1
  /// Ends when the process does.
  private let life: Int32
  private var received: [UInt8] = []
  private let terminal: PseudoTerminal?
  /// What it sent to its terminal while its end was waited for.
  private(set) var drawn = ""
  private var end: End?

  /// How long anything may take before the test gives up, in milliseconds.
  private static let patience: Int32 = 20_000

  /// The tool under test: `$PAGEHOST_UNDER_TEST`, else the one that was built beside the tests.
  static var path: String {
    getenv("PAGEHOST_UNDER_TEST").map { String(cString: $0) }
      ?? FixtureImage.path("X").split(separator: "/").dropLast().map { "/\($0)" }.joined()
      + "/pagehost"
  }

  /// Starts the tool, on pipes or on a terminal of its own.
  convenience init(
    _ arguments: [String], environment: [String: String] = [:], terminal: PseudoTerminal? = nil
  ) throws {
    try self.init(
      command: [Self.path] + arguments, environment: environment, terminal: terminal)
  }

  /// Starts a command of the system.
  init(
    command words: [String], environment: [String: String] = [:], terminal: PseudoTerminal? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ends: [Int32] = []
    if let terminal {
      // The first terminal that a leader of a session opens is its controlling one.
      for descriptor in [Int32(0), 1, 2] {
        posix_spawn_file_actions_addopen(&actions, descriptor, terminal.path, O_RDWR, 0)
      }
    } else {
      for descriptor in [Int32(0), 1, 2] {
        var pair: [Int32] = [0, 0]
        try #require(pipe(&pair) == 0)
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (own, given) = descriptor == 0 ? (pair[1], pair[0]) : (pair[0], pair[1])
        posix_spawn_file_actions_adddup2(&actions, given, descriptor)
        ends.append(given)
        switch descriptor {
        case 0: input = own
        case 1: output = own
        default: errors = own
        }
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, SETSIGMASK and SETSIGDEF, macros with a cast. The test's own process blocks signals.
    posix_spawnattr_setflags(&attributes, 0x80 | 0x08 | 0x04)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    self.terminal = terminal
    // The other end of a pipe that it has open until it ends.
    var alive: [Int32] = [0, 0]
    try #require(pipe(&alive) == 0)
    for end in alive { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    posix_spawn_file_actions_adddup2(&actions, alive[1], 99)
    life = alive[0]
    ends.append(alive[1])
    var argv = words.map { strdup($0) } + [nil]
    // The runtime of a host that is built for debugging would else ask on its terminal what to do after a crash.
    let variables = environment.merging(
      ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"]
    ) { given, _ in given }
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, &attributes, &argv, &envp)
    for descriptor in ends { close(descriptor) }
    try #require(code == 0, "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
    self.process = process
  }

  deinit {
    if end == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for descriptor in [input, output, errors, life] where descriptor >= 0 { close(descriptor) }
  }

  /// Writes lines to its standard input.
  func send(_ lines: String...) {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  func closeInput() {
    close(input)
    input = -1
  }

  /// The next line of its standard output; nil when that ends or nothing comes.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Self.patience) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      received += buffer[..<count]
    }
  }

  /// Reads lines until one has a text in it.
  func line(with text: String) -> String? {
    while let line = line() { if line.contains(text) { return line } }
    return nil
  }

  /// Everything that it still prints until its output ends.
  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// What it printed to standard error, after its end.
  func errorText() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(errors, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for its end; nil when it does not come.
  func wait() -> End? {
    if let end { return end }
    var state = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    for _ in 0..<Self.patience / 50 where state.revents == 0 {
      poll(&state, 1, 50)
      // A terminal that nobody reads holds up who writes to it.
      drawn += terminal?.output() ?? ""
    }
    guard state.revents != 0 else { return nil }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { return nil }
    let signal = status & 0x7F
    end = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    return end
  }
}

/// An app of fixture pages in a folder, for the built tool.
struct InstalledApp {
  let folder = TemporaryFolder()
  var path: String { folder.path + "/app" }
  var data: String { folder.path + "/data" }

  init(_ modules: String..., app: String) throws { try self.init(modules, app: app) }

  init(_ modules: [String], app: String) throws {
    mkdir(path, 0o700)
    mkdir(path + "/modules", 0o700)
    for module in modules { try AppFixture.add(module, to: path + "/modules") }
    let text = #"{ "app": 1, "id": "org.example.zoo", "title": "Zoo", \#(app) }"#
    try AppFixture.write(Array(text.utf8), to: path + "/app.json")
  }

  /// The options that name it.
  var options: [String] { ["--app", path, "--data", data] }
}
