import Testing

@Suite struct SnapshotTests {
  private let app: TestApp

  init() throws { app = try TestApp(pages: ["GuidePage", "LoginPage"]) }

  @Test(arguments: ["40x10", "80x24", "1x1", "20x5"])
  func `a page is drawn in every size`(size: String) throws {
    let run = try ToolRun(
      ["snapshot", "GuidePage", "--size", size, "--app", app.app], in: app.folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    try GoldenFile("snapshot-GuidePage-\(size)").expect(run.output)
  }

  @Test func `the JSON tells where each node is`() throws {
    let run = try ToolRun(
      ["snapshot", "LoginPage", "--json", "--size", "60x12", "--app", app.app], in: app.folder)
    #expect(run.status == 0)
    let snapshot = try JSONDocument(run.output)
    #expect(snapshot.integer("format") == 1)
    #expect(snapshot["page"]?.text == "LoginPage")
    #expect(snapshot.integer("width") == 60)
    #expect(snapshot.integer("height") == 12)
    let nodes = try #require(snapshot["nodes"]).elements
    #expect(nodes.contains { $0["kind"]?.text == "button" && $0["text"]?.text == "Sign in" })
  }

  @Test func `a page that is unknown is a failure`() throws {
    let run = try ToolRun(["snapshot", "GuidPage", "--app", app.app], in: app.folder)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        pagehost: error: no page or module is named 'GuidPage'; did you mean 'GuidePage'?; \
        there are GuidePage, LoginPage

        """)
  }
}
