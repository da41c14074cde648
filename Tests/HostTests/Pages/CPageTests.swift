import PageABI
import Testing

@testable import Host

/// The contract, proven by a page in plain C.
@Suite @MainActor struct CPageTests {
  private static let app = """
    "start": [{ "open": "CPage" }],
    "routes": [{ "from": "CPage", "on": "chosen", "do": "push", "to": "CPage", "pass": { "start": "count" } }]
    """

  @Test func `It is listed as a page without a Swift runtime that unloads`() throws {
    try withApp("CPage") { app in
      let report = ListReport(app.controller.listing)
      let page = try #require(report.pages.first)
      #expect(page.page == "CPage")
      #expect(page.version == "1.2.3")
      #expect(page.runtime == "none")
      #expect(page.unloads, "\(page.why)")
      #expect(report.problems.isEmpty)
    }
  }

  @Test func `It is shown, used, evicted, brought back, left and unmapped`() throws {
    try withApp("CPage", "StatePage", app: #""start": [{ "open": "CPage" }]"#) { app in
      try app.start()
      try app.run(
        #"expect "Count: 0""#, #"expect ", on screen""#, #"tap "Count""#, #"tap "Count""#,
        #"expect "Count: 2""#,
        #"type "Name" "Ada""#, #"expect "Hello, Ada, on screen""#, "open StatePage")
      #expect(try app.warn().evicted.map(\.module) == ["CPage"])
      #expect(try app.state("CPage") == .listed)
      #expect(app.reports.last?.report.unmapped == true)
      #expect(app.reports.last?.report.heapBlocks == 0)
      try app.run("back", #"expect "Count: 2""#, #"expect "Hello, Ada, on screen""#)
      #expect(app.instances("CPage") == ["CPage#3"])
      #expect(try app.state("StatePage") == .listed)
    }
  }

  @Test func `Its own error is shown, with its words`() throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      try app.start()
      try app.run(
        #"tap "Fail""#, #"expect "this button always fails""#, #"tap "Count""#, #"reject "always""#)
    }
  }

  @Test func `Its outcome leads where the app says, with its value`() throws {
    try withApp("CPage", app: Self.app) { app in
      try app.start()
      try app.run(#"tap "Count""#, #"tap "Choose""#, #"expect "Count: 1""#)
      #expect(app.controller.navigation.top?.arguments == ["start": .integer(1)])
      #expect(app.stack == ["CPage"], "a page that may be open once is replaced")
      #expect(app.instances("CPage").count == 1)
    }
  }
}
