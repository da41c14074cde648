import Glibc
import Testing

@testable import Host

/// What is on screen is there again at the next start, where the app wants it.
@Suite(.serialized) struct RestoreTests {
  private static let flow = """
    "start": [{ "open": "StatePage" }], "restore": true,
    "routes": [{ "from": "StatePage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } }]
    """

  private func drive(_ app: InstalledApp, _ lines: String...) throws -> RunningTool.End? {
    let tool = try RunningTool(["drive"] + app.options)
    for line in lines { tool.send(line) }
    tool.closeInput()
    _ = tool.rest()
    return tool.wait()
  }

  @Test func `Stack, arguments and states are there again`() throws {
    let app = try InstalledApp("StatePage", "CPage", app: Self.flow)
    #expect(try drive(app, #"type "Text" "kept""#, #"tap "Deeper""#, #"tap "Tap""#) == .exit(0))
    #expect(try drive(app, #"expect "Number 1, 1 taps""#, "back", #"expect "kept""#) == .exit(0))
  }

  @Test func `Case 20: each tab has its own stack again, not only the one that was on screen`()
    throws
  {
    let flow = Self.flow + #", "tabs": { "CPage": ["StatePage", "AsyncPage"] }"#
    let app = try InstalledApp(
      "StatePage", "CPage", "AsyncPage",
      app: flow.replacing(#""open": "StatePage""#, with: #""open": "CPage""#))
    #expect(
      try drive(
        app, #"type "Text" "kept""#, #"tap "Deeper""#, #"tap "Tap""#, #"tab "AsyncPage""#,
        "open ManyPage number=5", #"tap "Tap""#, #"tap "Tap""#) == .exit(0))
    #expect(
      try drive(
        app, #"expect "Number 5, 2 taps""#, #"tab "StatePage""#, #"expect "Number 1, 1 taps""#,
        "back", #"expect "kept""#, #"tab "AsyncPage""#, "back", #"expect "Sum""#) == .exit(0))
  }

  @Test(arguments: [
    "", "{", "[]", #"{"format":2,"stack":[]}"#,
    #"{"format":1,"stack":[{"page":"Gone","arguments":[],"state":[]}]}"#,
    #"{"format":1,"stack":[{"page":"ManyPage","arguments":[1,2,3],"state":[255]}]}"#,
  ])
  func `A damaged archive, or one of other pages, is none`(_ text: String) throws {
    let app = try InstalledApp("StatePage", "CPage", app: Self.flow)
    #expect(try drive(app) == .exit(0))
    try AppFixture.write(Array(text.utf8), to: app.data + "/screen.json")
    #expect(try drive(app, #"reject "kept""#, "back") == .exit(0))
  }
}
