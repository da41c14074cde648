import Glibc
import Testing

@testable import Host

/// Memory warnings that reach the built tool from outside, in `drive` and in `run`.
@Suite(.serialized) struct RunningWarningTests {
  private static let start = #""start": [{ "open": "StatePage" }]"#

  private func state(of page: String, in line: String?) -> String? {
    // {"page":"A","state":"top"}: the words between the quotes, one after another.
    let words = line?.split(separator: "\"").map(String.init) ?? []
    guard let place = words.firstIndex(of: "pages"),
      let found = words[place...].firstIndex(of: page), found + 4 < words.count
    else { return nil }
    return words[found + 4]
  }

  @Test func `One byte in the FIFO of MEMORY_PRESSURE_WATCH evicts what is off screen in drive`()
    throws
  {
    let app = try InstalledApp("StatePage", "CPage", app: Self.start)
    let fifo = app.folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let tool = try RunningTool(
      ["drive"] + app.options, environment: ["MEMORY_PRESSURE_WATCH": fifo])
    tool.send(#"type "Text" "kept""#, "open CPage", "state --json")
    #expect(state(of: "StatePage", in: tool.line()) == "initialized")
    let writer = open(fifo, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(write(writer, "x", 1) == 1)
    tool.send("state --json", "back", #"expect "kept""#, "state --json")
    #expect(state(of: "StatePage", in: tool.line()) == "listed")
    #expect(state(of: "StatePage", in: tool.line()) == "top")
    tool.closeInput()
    #expect(tool.wait() == .exit(0))
  }

  @Test(arguments: [true, false])
  func `Case 31: a running app evicts what is off screen when it is warned`(byFIFO: Bool) throws {
    let app = try InstalledApp("StatePage", "CPage", app: Self.start)
    let fifo = app.folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let terminal = try PseudoTerminal(width: 60, height: 20)
    let tool = try RunningTool(
      ["run", "--reduce-motion", "--open", "CPage"] + app.options,
      environment: ["MEMORY_PRESSURE_WATCH": fifo],
      terminal: terminal)
    try terminal.wait(for: "hoose")  // The underlined letter is drawn by itself.
    let image = "/store/"
    #expect(try Self.images(of: tool.process, image).count == 2)
    if byFIFO {
      let writer = open(fifo, O_WRONLY | O_CLOEXEC)
      defer { close(writer) }
      #expect(write(writer, "x", 1) == 1)
    } else {
      let warn = try RunningTool(["warn"] + app.options)
      let lines = warn.rest()
      #expect(warn.wait() == .exit(0), "\(warn.errorText())")
      #expect(lines.count == 2, "\(lines)")
      #expect(lines.first?.hasPrefix("released StatePage#1: ") == true, "\(lines)")
      #expect(lines.last?.hasPrefix("unloaded StatePage: ") == true, "\(lines)")
    }
    // It tells nobody, so its mappings are looked at until the page's image is gone.
    var count = 2
    for _ in 0..<400 where count != 1 {
      var none = pollfd(fd: -1, events: 0, revents: 0)
      poll(&none, 0, 25)
      count = try Self.images(of: tool.process, image).count
    }
    #expect(count == 1)
    terminal.type("\u{11}")
    #expect(tool.wait() == .exit(0))
  }

  /// The files of the store that a process has mapped.
  private static func images(of process: pid_t, _ part: String) throws -> Set<String> {
    let maps = try String(decoding: AppFixture.procBytes("/proc/\(process)/maps"), as: UTF8.self)
    return Set(
      maps.split(separator: "\n").filter { $0.contains(part) }
        .compactMap { $0.split(separator: " ").last.map(String.init) })
  }

  @Test func `Asking where warnings come from writes nothing into a FIFO or socket`() throws {
    let folder = TemporaryFolder()
    let fifo = folder.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let socket = folder.path + "/socket"
    let listening = try PressureMonitorTests.listener(at: socket)
    defer { close(listening) }
    for path in [fifo, socket] {
      let tool = try RunningTool(
        ["memory"],
        environment: [
          "MEMORY_PRESSURE_WATCH": path, "MEMORY_PRESSURE_WRITE": "c29tZSAyMDAwMDAgMjAwMDAwMAA=",
        ])
      let lines = tool.rest()
      #expect(tool.wait() == .exit(0))
      #expect(lines.contains { $0.hasPrefix("environment  yes") }, "\(lines)")
    }
    let peer = accept(listening, nil, nil)
    try #require(peer >= 0)
    defer { close(peer) }
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(read(reader, &bytes, 64) == 0)
    #expect(read(peer, &bytes, 64) == 0)
  }

  @Test func `An app whose page takes signals for itself is warned by hand all the same`() throws {
    let app = try InstalledApp("StatePage", "HandlerPage", app: Self.start)
    let tool = try RunningTool(["drive"] + app.options)
    tool.send("open HandlerPage", "state --json")
    #expect(state(of: "HandlerPage", in: tool.line()) == "top")
    let warn = try RunningTool(["warn", "critical", "--json"] + app.options)
    let lines = warn.rest()
    #expect(warn.wait() == .exit(0), "\(warn.errorText())")
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""level":"critical""#) == true, "\(lines)")
    #expect(lines.first?.contains(#""instance":"StatePage#1""#) == true, "\(lines)")
    tool.send("state --json")
    #expect(state(of: "StatePage", in: tool.line()) == "listed")
    tool.closeInput()
    #expect(tool.wait() == .exit(0))
  }

  @Test func `A second host on the data folder leaves the first one to be warned`() throws {
    let app = try InstalledApp("StatePage", "CPage", app: Self.start)
    let tool = try RunningTool(["drive"] + app.options)
    tool.send("open CPage", "state --json")
    #expect(state(of: "StatePage", in: tool.line()) == "initialized")
    let second = try RunningTool(["drive"] + app.options)
    second.closeInput()
    #expect(second.wait() == .exit(1))
    #expect(second.errorText().contains("is used by process \(tool.process) (pagehost)"))
    let warn = try RunningTool(["warn"] + app.options)
    #expect(warn.wait() == .exit(0), "\(warn.errorText())")
    tool.send("state --json")
    #expect(state(of: "StatePage", in: tool.line()) == "listed")
    tool.closeInput()
    #expect(tool.wait() == .exit(0))
  }

  @Test func `Nobody to be warned is an error that says what to do`() throws {
    let app = try InstalledApp("CPage", app: #""start": [{ "open": "CPage" }]"#)
    let warn = try RunningTool(["warn", "critical"] + app.options)
    #expect(warn.wait() == .exit(1))
    #expect(
      warn.errorText()
        == "pagehost: error: Zoo does not run on this data folder; start it, or name its --data\n")
    let wrong = try RunningTool(["warn", "loud"] + app.options)
    #expect(wrong.wait() == .exit(64))
  }

  private static let hasStrace = access("/usr/bin/strace", X_OK) == 0

  @Test(.enabled(if: hasStrace, "strace is not installed"), arguments: [true, false])
  func `An idle host makes no system call`(inTerminal: Bool) throws {
    let app = try InstalledApp("StatePage", "CPage", app: Self.start)
    let terminal = inTerminal ? try PseudoTerminal(width: 60, height: 20) : nil
    let tool = try RunningTool(
      (inTerminal ? ["run", "--reduce-motion"] : ["drive"]) + app.options, terminal: terminal)
    if let terminal {
      try terminal.wait(for: "Line 1")
    } else {
      tool.send("open CPage", "state --json")
      #expect(tool.line() != nil)
    }
    let trace = app.folder.path + "/trace"
    // What it still had to do after it showed the page is done within the first of two seconds.
    for _ in 0..<2 {
      let strace = try RunningTool(
        command: [
          "/usr/bin/timeout", "--signal=INT", "1", "/usr/bin/strace", "-f", "-q", "-o", trace, "-p",
          "\(tool.process)", "-e", "signal=none",
        ])
      _ = strace.wait()
    }
    let calls = String(decoding: try AppFixture.procBytes(trace), as: UTF8.self)
    // The wait that it was found in is shown as begun, and as interrupted when strace leaves.
    let others = calls.split(separator: "\n").filter {
      !$0.contains("epoll_") && !$0.contains("restart_syscall") && !$0.contains("strace:")
        && !$0.contains("futex(") && !$0.contains("resumed")
    }
    #expect(others.isEmpty, "\(others)")
    #expect(calls.split(separator: "\n").count <= 6, "\(calls)")
  }
}

extension PseudoTerminal {
  /// Reads what is drawn until it has a text in it.
  func wait(for text: String) throws {
    var all = ""
    for _ in 0..<400 {
      var state = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      poll(&state, 1, 50)
      all += output()
      if all.contains(text) { return }
    }
    Issue.record("\"\(text)\" was not drawn; drawn was \(all.debugDescription)")
    throw Unavailable()
  }
}
