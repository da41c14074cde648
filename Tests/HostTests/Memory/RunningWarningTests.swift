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

  /// Signs up in the real app, by drive.
  private static let signUp = [
    #"tap "Next""#, #"tap "Next""#, #"tap "Get started""#, #"type "Account" "ada""#,
    #"type "Password" "correct horse""#, #"tap "Remember me""#, #"tap "Create account""#,
    #"expect "Nothing posted yet.""#,
  ]

  @Test(.enabled(if: hasStrace, "strace is not installed"), arguments: [true, false])
  @MainActor func `An idle host makes no system call`(inTerminal: Bool) throws {
    let (modules, flow) = try AppFixture.leaves()
    let app = try InstalledApp(modules, app: flow)
    let english = ["LANG": "en_US.UTF-8"]
    var tool = try RunningTool(["drive"] + app.options, environment: english)
    for line in Self.signUp { tool.send(line) }
    var terminal: PseudoTerminal?
    if inTerminal {
      tool.closeInput()
      #expect(tool.wait() == .exit(0), "\(tool.errorText())")
      let screen = try PseudoTerminal(width: 80, height: 24)
      tool = try RunningTool(
        ["run", "--reduce-motion"] + app.options, environment: english, terminal: screen)
      try screen.wait(for: "Nothing posted yet.")
      let texts = ["No contacts yet.", "turn up here", "nothing in memory", "Nothing posted yet."]
      for text in texts {
        // Ctrl-N, the next tab.
        screen.type("\u{0E}")
        try screen.wait(for: text)
      }
      terminal = screen
    } else {
      for tab in ["Contacts", "Discover", "About", "Timeline"] { tool.send("tab \"\(tab)\"") }
      tool.send("state --json")
      #expect(state(of: "TimelinePage", in: tool.line()) == "top")
    }
    let trace = app.folder.path + "/trace"
    // What it still had to do after it showed the page is done within the first two of three seconds: the page that
    // looks every second while it is shown has a second to run out.
    for _ in 0..<3 {
      let strace = try RunningTool(
        command: [
          "/usr/bin/timeout", "--signal=INT", "1", "/usr/bin/strace", "-f", "-q", "-o", trace, "-p",
          "\(tool.process)", "-e", "signal=none",
        ])
      // It was there until the second was over.
      #expect(strace.wait() == .exit(124), "\(strace.errorText())")
    }
    let calls = String(decoding: try AppFixture.procBytes(trace), as: UTF8.self)
    withExtendedLifetime(terminal) { Self.expectOnlyWaits(calls, of: tool.process) }
  }

  /// Expects of what strace saw that each thread was in one call all the time: the loop's in its `epoll_wait`, a worker in
  /// the wait for work.
  private static func expectOnlyWaits(_ calls: String, of process: pid_t) {
    var found: [pid_t: Int] = [:]
    for line in calls.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard let thread = fields.first.flatMap({ pid_t($0) }), fields.count == 2 else {
        Issue.record("no line of a thread: \(line)")
        continue
      }
      let call = fields[1].drop { $0 == " " }
      // How it leaves a call of which another thread's line has interrupted the line.
      if call.hasPrefix("<... "), call.hasSuffix("resumed> <detached ...>") { continue }
      found[thread, default: 0] += 1
      let isWait =
        thread == process
        ? call.hasPrefix("epoll_wait(") || call.hasPrefix("epoll_pwait(")
        : call.hasPrefix("futex(") && call.contains("FUTEX_WAIT")
      // A call that ended has its result behind an equals sign.
      #expect(isWait && !call.contains(") = "), "\(calls)")
    }
    #expect(found[process] == 1, "\(calls)")
    #expect(found.values.allSatisfy { $0 == 1 }, "\(calls)")
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
