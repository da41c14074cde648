import Glibc
import Testing

@testable import Host

/// What the built tool does after a page ended it.
@Suite(.serialized) struct CrashRecoveryTests {
  private static let flow = """
    "start": [{ "open": "StatePage" }],
    "routes": [{ "from": "StatePage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } }]
    """

  private func app() throws -> InstalledApp {
    try InstalledApp("StatePage", "CPage", "CrashPage", app: Self.flow)
  }

  /// Runs a script to its end.
  private func drive(_ app: InstalledApp, _ lines: String...) throws -> (
    end: RunningTool.End?, output: String, errors: String
  ) {
    let tool = try RunningTool(["drive"] + app.options)
    for line in lines { tool.send(line) }
    tool.closeInput()
    let output = tool.rest().joined(separator: "\n")
    return (tool.wait(), output, tool.errorText())
  }

  @Test(arguments: [
    ("segv", [SIGSEGV]), ("fatal", [SIGILL, SIGTRAP]), ("overflow", [SIGSEGV]),
    ("abort", [SIGABRT]), ("trap", [SIGILL, SIGTRAP]),
  ])
  func `The next start names the culprit and goes on without it`(
    _ way: String, _ signals: [Int32]
  ) throws {
    let app = try app()
    let crash = try drive(app, #"tap "Deeper""#, "open CrashPage", #"tap "\#(way)""#, "print")
    #expect(signals.contains { crash.end == .signal($0) }, "\(crash)")
    // What was on screen below the culprit is there again, and the culprit is not.
    let next = try drive(
      app, #"expect "CrashPage ended the app by signal""#, #"expect "Number 1, 0 taps""#,
      "state --json")
    #expect(next.end == .exit(0), "\(next)")
    #expect(next.output.contains(#"{"page":"CrashPage","state":"listed"}"#))
    // It is told once, and the culprit stays out until it is asked for.
    let third = try drive(
      app, #"reject "ended the app""#, "open CrashPage", #"expect "could not be opened""#,
      #"expect "ended the app by signal""#)
    #expect(third.end == .exit(0), "\(third)")
    // Asking again is a request.
    let fourth = try drive(app, "open CrashPage", #"expect "Nothing has happened yet""#)
    #expect(fourth.end == .exit(0), "\(fourth)")
  }

  @Test func `A crash in a task, after another page was called from it, is the task's page's`()
    throws
  {
    let app = try app()
    let crash = try drive(app, "open CPage", "open CrashPage", #"tap "after a call""#, "print")
    #expect(crash.end == .signal(SIGSEGV))
    let next = try drive(app, #"expect "CrashPage ended the app by signal""#, #"expect "Choose""#)
    #expect(next.end == .exit(0), "\(next)")
  }

  @Test func `Where the culprit stood on screen its place offers to try again`() throws {
    let app = try InstalledApp(
      "StatePage", "CPage", "CrashPage",
      app: #""start": [{ "open": "CPage" }], "tabs": { "CPage": ["StatePage", "CrashPage"] }"#)
    #expect(try drive(app, "tab \"CrashPage\"", #"tap "segv""#).end == .signal(SIGSEGV))
    let next = try drive(
      app, #"expect "Line 1""#, #"expect "CrashPage ended the app""#, #"tab "CrashPage""#,
      #"expect "CrashPage cannot be shown""#, #"tap "Try again""#,
      #"expect "Nothing has happened yet""#)
    #expect(next.end == .exit(0), "\(next)")
  }

  @Test func `A changed file is offered again`() throws {
    let app = try app()
    #expect(try drive(app, "open CrashPage", #"tap "abort""#).end == .signal(SIGABRT))
    // Another edition: the same page with a byte more at the end of its file.
    let path = app.path + "/modules/libCrashPage.so"
    let bytes = try AppFixture.bytes(of: path)
    try AppFixture.write(bytes + [0], to: path + ".new")
    try #require(rename(path + ".new", path) == 0)
    let next = try drive(
      app, #"expect "ended the app""#, "open CrashPage", #"expect "Nothing has happened yet""#)
    #expect(next.end == .exit(0), "\(next)")
  }

  @Test func `A page that ends the app whenever it is opened is left out at the next start`() throws
  {
    let app = try InstalledApp(
      "StatePage", "CrashPage", app: #""start": [{ "open": "StatePage" }], "restore": true"#)
    #expect(try drive(app, "open CrashPage init=fatal").end != .exit(0))
    #expect(try drive(app, #"expect "Line 1""#, #"expect "ended the app""#).end == .exit(0))
  }

  @Test(arguments: ["segv", "overflow", "fatal", "abort"])
  func `The terminal is restored and the status is the signal's`(_ way: String) throws {
    let app = try app()
    let terminal = try PseudoTerminal(width: 60, height: 20)
    let modes = terminal.modes
    let tool = try RunningTool(
      ["run", "--reduce-motion", "--open", "CrashPage", "init=\(way)"] + app.options,
      terminal: terminal)
    let end = tool.wait()
    #expect(
      end == .signal(SIGSEGV) || end == .signal(SIGABRT) || end == .signal(SIGILL)
        || end == .signal(SIGTRAP), "\(String(describing: end))")
    #expect(terminal.modes == modes)
    // Back on the ordinary screen, with the cursor.
    #expect(tool.drawn.contains("\u{1B}[?1049l"))
    #expect(try drive(app, #"expect "CrashPage ended the app""#).end == .exit(0))
  }
}
