import Testing

@Suite struct ShowTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test(arguments: ["HomePage", "TimelinePage"])
  func `all that is known of a page is told`(name: String) throws {
    let run = try app.run(["show", name])
    #expect(run.status == 0)
    #expect(run.errors == "")
    // Its size is the compiler's affair.
    let text = run.output.replacing(app.modules, with: "MODULES")
      .replacing(#/size         \d+ bytes/#, with: "size         N bytes")
    try GoldenFile("show-\(name)").expect(text)
  }

  @Test func `the JSON has a format and the module's pages`() throws {
    let run = try app.run(["show", "HomePage", "--json"])
    #expect(run.status == 0)
    #expect(try JSONDocument(run.output).integer("format") == 1)
    #expect(run.output.contains("notices.set(count: x)"))
  }

  @Test func `a name that is unknown gets a suggestion`() throws {
    let run = try app.run(["show", "HomPage"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix(
        "pagehost: error: no page or module is named 'HomPage'; did you mean 'HomePage'?"))
  }

  @Test(arguments: ["BadPage", "libBadPage.so"])
  func `a file that cannot be used is named with its reason`(name: String) throws {
    try app.folder.write("", to: "app/modules/libBadPage.so")
    let run = try app.run(["show", name])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("pagehost: error: \(app.modules)/libBadPage.so is empty; "))
  }
}
