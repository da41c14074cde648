import Testing

@Suite struct CheckTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test func `a good module passes every case`() throws {
    let run = try app.run(["check", "GuidePage"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    try GoldenFile("check-GuidePage").expect(run.output.replacing(app.modules, with: "MODULES"))
  }

  @Test func `the JSON tells each case of each module`() throws {
    let run = try app.run(["check", "GuidePage", "\(app.modules)/libHomePage.so", "--json"])
    #expect(run.status == 0)
    let document = try JSONDocument(run.output)
    #expect(document.integer("format") == 1)
    #expect(document["modules"]?.elements.count == 2)
  }

  @Test(arguments: ["empty", "noise", "absent"])
  func `a file that is no module fails, and what builds on it is skipped`(kind: String) throws {
    let path = "\(app.modules)/libBadPage.so"
    if kind == "empty" { try app.folder.write("", to: "app/modules/libBadPage.so") }
    if kind == "noise" {
      try app.folder.write(String(repeating: "no", count: 4000), to: "app/modules/libBadPage.so")
    }
    let run = try app.run(["check", path])
    let reasons = ["empty": "is empty", "noise": "is not an ELF file", "absent": "does not exist"]
    #expect(run.status == 1)
    #expect(run.output.contains("failed    its file is a module: \(path) \(reasons[kind] ?? "?")"))
    #expect(run.output.split(separator: "\n").filter { $0.contains("  skipped  ") }.count == 6)
  }

  @Test func `one bad module among good ones is enough to fail`() throws {
    try app.folder.write("", to: "app/modules/libBadPage.so")
    let run = try app.run(["check", "GuidePage", "\(app.modules)/libBadPage.so"])
    #expect(run.status == 1)
    #expect(run.output.contains("passed    it unloads and leaves nothing"))
  }
}
