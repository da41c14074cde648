import Testing

@testable import Host

/// Failures and delays that a script plans, with real pages: what was shown stays usable, whatever does not come.
@Suite @MainActor struct PlannedAnswerTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#
  private static let tabs =
    #""start": [{ "open": "StatePage" }], "tabs": { "StatePage": ["CPage", "ManyPage", "FailingPage"] }"#

  @Test func `A failure in initData leaves the page before it, says so, and asking again works`()
    throws
  {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run(
        #"type "Text" "kept""#, "fail CPage initData", "open CPage",
        #"expect "In C could not be opened: initData was made to fail""#, #"expect "kept""#)
      #expect(app.stack == ["StatePage"])
      #expect(try app.state("CPage") == .listed)
      try app.run("open CPage", #"expect "Count: 0""#)
    }
  }

  @Test func `At the root a failure stands in the page's place until Try again works`() throws {
    try withApp("StatePage", app: Self.app) { app in
      try app.run("fail StatePage initData 2")
      try app.start()
      try app.run(
        #"expect "StatePage cannot be shown""#, #"tap "Try again""#,
        #"expect "initData was made to fail""#, #"tap "Try again""#, #"expect "Line 1""#)
      #expect(app.instances("StatePage").count == 1)
    }
  }

  @Test func `Going back from a page whose initData is held gives it up`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("delay CPage initData", "open CPage", #"expect "Line 1""#)
      #expect(app.controller.navigation.isBusy)
      try app.run("back", #"expect "Line 1""#)
      #expect(!app.controller.navigation.isBusy && app.stack == ["StatePage"])
      #expect(try app.state("CPage") == .listed)
      #expect(throws: DriveError.self, "its answer left with it") { try app.drive.run("release") }
    }
  }

  @Test func `Until what was kept is there again, the screen tells that it is being opened`() throws
  {
    try withApp("StatePage", app: Self.app) { app in
      try app.run("delay StatePage initData")
      let entry = try app.controller.entry(for: .init("StatePage"))
      app.controller.navigation.request(.restore(.init([entry])))
      try app.run(#"expect "Opening StatePage…""#, "release", #"expect "Line 1""#)
    }
  }

  @Test func `A page that is being left cannot be used by a script, which is told why`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("delay CPage initData", "open CPage")
      for line in [#"type "Text" "late""#, #"tap "Deeper""#] {
        let error = #expect(throws: DriveError.self) { try app.drive.run(line) }
        #expect(error?.description.contains("while the next page is being opened") == true)
      }
      try app.run("back", #"type "Text" "kept""#, #"expect "kept""#)
    }
  }

  @Test func `A held page is shown when it is released, or given up by its deadline`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("delay CPage initData 2", "open CPage")
      try app.advance(seconds: 29)
      try app.run("release CPage initData", #"expect "Count: 0""#, "back", "open CPage")
      try app.advance(seconds: 31)
      try app.run(#"expect "In C could not be opened""#, #"expect "30 seconds""#)
      #expect(app.stack == ["StatePage"] && app.loop.pendingTimers == 0)
    }
  }

  @Test func `A warning while initData is held touches neither the page nor what is shown`() throws
  {
    try withApp("StatePage", "CPage", "FailingPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage", "delay CPage initData", "open CPage")
      let report = try app.warn(.critical)
      #expect(report.evicted.map(\.instance) == ["StatePage#1"] && report.stayed.isEmpty)
      try app.run(#"expect "Initialized at once""#, "release", #"expect "Count: 0""#)
      #expect(app.stack == ["StatePage", "FailingPage", "CPage"])
    }
  }

  @Test func `A warning waits two seconds for a held state; it is released when that comes`() throws
  {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open CPage", "delay StatePage saveState")
      var report: WarningReport?
      app.controller.warn(.low) { report = $0 }
      try app.drive.settle()
      #expect(report == nil)
      try app.advance(seconds: 2)
      #expect(report?.stayed.map(\.reason) == ["its state has not come yet"])
      #expect(try app.state("StatePage") == .initialized)
      try app.run("release StatePage saveState")
      #expect(try app.state("StatePage") == .listed)
    }
  }

  @Test func `A page whose saveState fails is spared, with the reason`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open CPage", "fail StatePage saveState", "warn")
      #expect(
        app.output.lines == [
          "kept StatePage#1: its state could not be saved: saveState was made to fail"
        ])
      try app.run("warn")
      #expect(try app.state("StatePage") == .listed)
    }
  }

  @Test func `A tab whose page is held keeps the one before it on screen, and other tabs wait`()
    throws
  {
    try withApp("StatePage", "CPage", "FailingPage", app: Self.tabs) { app in
      try app.start()
      try app.run("delay FailingPage initData", "tab \"FailingPage\"", #"expect "Count: 0""#)
      try app.run("tab \"In C\"", #"expect "Count: 0""#, "release")
      #expect(app.controller.navigation.chain.map(\.page) == ["StatePage", "CPage"])
      #expect(app.controller.navigation.top?.instance?.appearance == .shown)
      try app.run("tab \"FailingPage\"", #"expect "Initialized at once""#)
    }
  }

  @Test func `A tab that fails tells so in its place, and Try again works`() throws {
    try withApp("StatePage", "CPage", "FailingPage", app: Self.tabs) { app in
      try app.start()
      try app.run(
        "fail FailingPage initData", "tab \"FailingPage\"",
        #"expect "FailingPage cannot be shown""#,
        #"tap "Try again""#, #"expect "Initialized at once""#)
    }
  }

  @Test func `An action fails and is held like every other call`() throws {
    try withApp("CPage") { app in
      try app.start()
      try app.run("fail CPage echo.integer", "delay CPage echo.integer 2")
      #expect(try app.call("echo.integer", .integer(7)) == nil)
      #expect(try app.call("echo.integer", .integer(7)) == nil)
      try app.run("release CPage echo.integer")
      #expect(try app.call("echo.integer", .integer(7))?.value == .integer(7))
    }
  }

  @Test func `A view that is held leaves the screen as it is`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run(
        "delay StatePage view", #"tap "Complain""#, #"reject "will not do""#, "release",
        #"expect "will not do""#)
    }
  }
}
