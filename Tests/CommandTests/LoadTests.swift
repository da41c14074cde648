import Testing

@Suite struct LoadTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test func `every page comes back whole, cycle after cycle`() throws {
    let run = try app.run(["load"] + TestApp.pages + ["--cycles", "60", "--json"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let reports = try JSONDocument(run.output).elements
    #expect(reports.compactMap { $0["page"]?.text } == TestApp.pages)
    for report in reports {
      #expect(
        Set(report.shape).isSuperset(of: [
          "page: string", "cycles: integer", "unmapped: boolean", "leakedBlocks: integer",
          "leakedBytes: integer", "threadsLeft: integer", "keysLeft: integer",
          "descriptorsLeft: integer", "privateGrowthBytes: integer", "loadMicroseconds: integer",
          "pinned: null",
        ]))
      #expect(report.boolean("unmapped") == true)
      #expect(report.integer("cycles") == 60)
      for left in ["leakedBlocks", "leakedBytes", "threadsLeft", "keysLeft", "descriptorsLeft"] {
        #expect(report.integer(left) == 0, "\(left) of \(report["page"]?.text ?? "")")
      }
      #expect((report.integer("privateGrowthBytes") ?? .max) <= 16_384)
    }
  }

  @Test func `one line tells a person`() throws {
    let run = try app.run(["load", "GuidePage"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("GuidePage: 1 cycle, unmapped, 0 bytes leaked a lifecycle, "))
  }

  @Test func `a name that is unknown is a failure`() throws {
    let run = try app.run(["load", "GuidePage", "NoPage"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("pagehost: error: no page or module is named 'NoPage'"))
  }
}
