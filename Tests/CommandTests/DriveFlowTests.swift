import Foundation
import Testing

/// The whole way of a person through the app, by scripts.
@Suite struct DriveFlowTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  private func play(_ script: String) throws -> ToolRun {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "DriveScripts/\(script).drive").path
    return try app.run(["drive", path])
  }

  /// The states that were printed: the page on top, and every page that is not just listed.
  private func states(_ run: ToolRun) throws -> [[String]] {
    try run.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map { line in
      let state = try JSONDocument(String(line))
      #expect(state.shape == ["format: integer", "pages: array", "top: string"])
      let pages = state["pages"]?.elements ?? []
      #expect(pages.compactMap { $0["page"]?.text } == TestApp.pages)
      #expect(pages.filter { $0["state"]?.text == "top" }.count == 1)
      let live = pages.filter { $0["state"]?.text != "listed" }.map {
        "\($0["page"]?.text ?? "?"): \($0["state"]?.text ?? "?")"
      }
      #expect(live.contains("\(state["top"]?.text ?? "?"): top"))
      return live
    }
  }

  @Test func `from the first launch to an account, out, in again, and home after a restart`() throws
  {
    let first = try play("first-launch")
    #expect(first.status == 0, "\(first.errors)\(first.output)")
    #expect(first.errors == "")
    #expect(
      try states(first) == [
        ["GuidePage: top"],
        ["LoginPage: top"],
        ["HomePage: initialized", "TimelinePage: top"],
        ["ContactsPage: top", "HomePage: initialized", "TimelinePage: initialized"],
        [
          "ContactsPage: initialized", "DiscoverPage: top", "HomePage: initialized",
          "TimelinePage: initialized",
        ],
        [
          "AboutPage: top", "ContactsPage: initialized", "DiscoverPage: initialized",
          "HomePage: initialized", "TimelinePage: initialized",
        ],
        ["AboutPage: top", "HomePage: initialized"],
        ["AboutPage: initialized", "HomePage: initialized", "TimelinePage: top"],
        ["LoginPage: top"],
      ])
    let second = try play("second-account")
    #expect(second.status == 0, "\(second.errors)\(second.output)")
    let restart = try play("restart")
    #expect(restart.status == 0, "\(restart.errors)\(restart.output)")
    #expect(
      try states(restart) == [
        ["ContactsPage: initialized", "HomePage: initialized", "TimelinePage: top"]
      ])
    let last = try app.drive("expect \"Remember me\"", "reject \"ada\"")
    #expect(last.status == 0, "\(last.errors)\(last.output)")
  }

  @Test func `pages that fail or do not answer leave what is shown, and can be asked for again`()
    throws
  {
    let run = try play("failures")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(
      try states(run) == [
        ["DiscoverPage: initialized", "HomePage: initialized", "TimelinePage: top"],
        [
          "AboutPage: top", "ContactsPage: initialized", "HomePage: initialized",
          "TimelinePage: initialized",
        ],
      ])
  }

  @Test func `a view that is held in a transition leaves what is shown until it comes or leaves`()
    throws
  {
    let run = try play("held-view")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(
      try states(run) == [
        ["HomePage: initialized", "PostPage: top", "TimelinePage: initialized"],
        ["HomePage: initialized", "PostPage: top", "TimelinePage: initialized"],
        ["HomePage: initialized", "TimelinePage: top"],
      ])
  }

  @Test func `a password is nowhere in the data folder`() throws {
    let run = try app.run(
      ["drive"],
      input: TestApp.signUp.replacing(
        "tap \"Create", with: "tap \"Remember me\"\ntap \"Create"))
    #expect(run.status == 0, "\(run.errors)")
    let search = try ToolRun(
      shell: "grep -rl 'correct horse' data; test $? = 1 && ls -ld data | cut -c1-10",
      in: app.folder)
    #expect(search.output == "drwx------\n")
  }
}
