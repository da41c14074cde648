import Glibc
import Testing

@testable import Host

/// Pages that misbehave, used by the built tool: each is told of, and none ends the host, then, later or at its exit.
@Suite(.serialized) struct BadPagesTests {
  private static let pages = [
    "FailingPage", "LeakingPage", "ThreadPage", "HandlerPage", "NoDeletePage", "UniquePage",
    "SharedRuntimePage", "HostilePage", "GrowingPage", "SlowPage",
  ]

  private func app() throws -> InstalledApp {
    try InstalledApp(
      "CPage", "FailingPage", "LeakingPage", "ThreadPage", "HandlerPage", "NoDeletePage",
      "UniquePage", "SharedRuntimePage", "HostilePage", "GrowingPage", "SlowPage",
      app: #""start": [{ "open": "CPage" }]"#)
  }

  private func drive(_ app: InstalledApp, _ lines: [String]) throws -> [String] {
    let tool = try RunningTool(["drive"] + app.options)
    for line in lines { tool.send(line) }
    tool.closeInput()
    let output = tool.rest()
    #expect(tool.wait() == .exit(0), "\(output) \(tool.errorText())")
    return output
  }

  @Test func `All of them, opened, warned and returned to, leave a host that ends well`() throws {
    var lines: [String] = []
    for _ in 0..<3 {
      for page in Self.pages { lines += ["open \(page)"] }
      lines += ["warn", "warn critical", "memory", "memory --json"]
      for _ in Self.pages { lines += ["back"] }
      lines += ["state", #"expect "Choose""#]
    }
    let output = try drive(app(), lines)
    #expect(
      output.contains { $0.hasPrefix("NoDeletePage stays mapped") && $0.contains("NODELETE") })
    #expect(output.contains { $0.hasPrefix("UniquePage stays mapped") && $0.contains("unique") })
    #expect(
      output.contains {
        $0.hasPrefix("SharedRuntimePage stays mapped") && $0.contains("Swift runtime")
      })
    #expect(output.contains { $0.hasPrefix("unloaded LeakingPage: ") && $0.contains("1×1048576") })
    #expect(output.contains { $0.hasPrefix("unloaded HandlerPage: ") })
    #expect(output.contains { $0.contains(#""privateBytes":"#) })
  }

  @Test(arguments: ["throw", "large", "never", "stubborn"])
  func `A state that cannot be had is a reason in the report of the line`(_ how: String) throws {
    let output = try drive(
      app(), ["open FailingPage save=\(how)", "open LeakingPage", "warn", "back"])
    #expect(output.contains { $0.hasPrefix("kept FailingPage#2: its state ") }, "\(output)")
  }

  @Test(arguments: ["true", "false"])
  func `A host whose page left a thread ends well`(_ lives: String) throws {
    let app = try app()
    let tool = try RunningTool(["call", "thread.start", lives] + app.options)
    #expect(tool.wait() == .exit(0), "\(tool.errorText())")
  }

  @Test func `The listing and the page's own report say why a page does not unload`() throws {
    let app = try app()
    let list = try RunningTool(["list", "--app", app.path])
    let lines = list.rest()
    #expect(list.wait() == .exit(0))
    for (page, word) in [
      ("NoDeletePage", "nodelete"), ("UniquePage", "unique"), ("SharedRuntimePage", "runtime"),
    ] {
      #expect(
        lines.contains { $0.hasPrefix("\(page) does not unload: ") && $0.contains(word) },
        "\(lines)")
      let show = try RunningTool(["show", page, "--app", app.path])
      let text = show.rest()
      #expect(show.wait() == .exit(0))
      #expect(text.contains { $0.hasPrefix("  unloads ") && $0.contains("no: ") }, "\(text)")
    }
  }
}
