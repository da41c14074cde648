import PageABI
import Testing

@testable import Host

/// Memory warnings on real pages.
@Suite @MainActor struct WarningTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#

  @Test(arguments: [false, true])
  func
    `Case 19: a page that was evicted comes back as it was: text, switch, error, scroll and focus`(
      failsFirst: Bool
    ) throws
  {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run(
        #"type "Text" "half a sent""#, #"tap "On""#, #"tap "Complain""#,
        #"expect "'half a sent' will not do""#,
        #"tap "Pick 42""#)
      let before = app.controller.screen.textSnapshot
      #expect(before.contains { $0.contains("Pick 42") })
      let focus = try #require(app.controller.screen.focus?.id)
      try app.run("open CPage")
      let report = try app.warn(.critical)
      #expect(report.evicted.map(\.instance) == ["StatePage#1"])
      #expect(report.stayed.isEmpty)
      #expect(try app.state("StatePage") == .listed)
      if failsFirst { try app.run("fail StatePage initData") }
      try app.run("back")
      if failsFirst { try app.run(#"tap "Try again""#) }
      #expect(app.controller.screen.textSnapshot == before)
      #expect(app.controller.screen.focus?.id == focus)
      #expect(app.instances("StatePage") == ["StatePage#\(failsFirst ? 4 : 3)"])
    }
  }

  @Test func `Case 18: what is not initialized is not loaded, and what is on screen stays`() throws
  {
    try withApp("StatePage", "CPage", "AsyncPage", app: Self.app) { app in
      try app.start()
      let report = try app.warn(.critical)
      #expect(report.evicted.isEmpty)
      #expect(app.reports.isEmpty)
      #expect(try app.state("StatePage") == .top)
      #expect(try app.state("CPage") == .listed)
      #expect(app.controller.modules.keys.sorted() == ["StatePage"])
    }
  }

  @Test func `Case 18: a resident stays, and the report says so`() throws {
    try withApp("StatePage", "CPage", app: Self.app + #", "resident": ["StatePage"]"#) { app in
      try app.start()
      try app.run("open CPage")
      let report = try app.warn()
      #expect(report.evicted.isEmpty)
      #expect(report.stayed.map(\.instance) == ["StatePage#1"])
      #expect(report.stayed.first?.reason.contains("resident") == true)
    }
  }

  @Test(arguments: [("throw", "the state is of no use"), ("large", "262144")])
  func `Case 19: a page whose state cannot be kept stays, with the reason, until it can`(
    _ how: String, _ words: String
  ) throws {
    try withApp("StatePage", "FailingPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage save=\(how)", "open CPage")
      let report = try app.warn()
      #expect(report.evicted.map(\.instance) == ["StatePage#1"])
      #expect(report.stayed.map(\.instance) == ["FailingPage#2"])
      #expect(report.stayed.first?.reason.contains(words) == true, "\(report.stayed)")
      #expect(try app.log.contains("FailingPage#2 stays"))
      #expect(try app.state("FailingPage") == .initialized)
      #expect(try app.call("failing.recover")?.status == .ok)
      #expect(try app.warn().evicted.map(\.instance) == ["FailingPage#2"])
    }
  }

  @Test(arguments: ["never", "stubborn"])
  func `A page whose state never comes stays after its deadline, and the others are evicted`(
    _ how: String
  ) throws {
    try withApp("StatePage", "FailingPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage save=\(how)", "open CPage")
      var result: WarningReport?
      app.controller.warn(.low) { result = $0 }
      try app.drive.settle()
      try app.advance(seconds: 31)
      let report = try #require(result)
      #expect(report.evicted.map(\.instance) == ["StatePage#1"])
      #expect(report.stayed.map(\.instance) == ["FailingPage#2"])
      // It can be returned to, and left.
      try app.run("back", #"expect "Initialized at once""#, "back", #"expect "Line 1""#)
      #expect(try app.state("FailingPage") == .listed)
    }
  }

  @Test func `A page that takes its time to save does not hold up the next warning`() throws {
    try withApp("StatePage", "FailingPage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage save=stubborn", "open CPage")
      app.controller.warn(.low)
      try app.drive.settle()
      try app.run("open StatePage", "open CPage start=2")
      let before = app.reports.count
      app.controller.warn(.low)
      try app.drive.settle()
      #expect(app.reports.dropFirst(before).map(\.module) == ["StatePage"], "no time has gone by")
    }
  }

  @Test func `A page whose result is awaited stays below what lies on top of it`() throws {
    try withApp("StatePage", "CPage", "LifePage", app: Self.app) { app in
      try app.start()
      let presenter = try #require(app.controller.navigation.top?.instance)
      app.controller.navigation.request(.present(.init("LifePage"), .init(by: presenter) { _ in }))
      try app.run("open CPage")
      let report = try app.warn(.critical)
      #expect(report.evicted.isEmpty)
      #expect(report.stayed.map(\.instance) == ["StatePage#1", "LifePage#2"])
      #expect(report.stayed.last?.reason.contains("awaited") == true)
    }
  }

  @Test func `A storm of warnings is one, and each is answered`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open CPage")
      var answers = 0
      for index in 0..<1000 {
        app.controller.warn(index % 3 == 0 ? .critical : .low) { _ in answers += 1 }
      }
      try app.drive.settle()
      #expect(answers == 1000)
      #expect(app.reports.map(\.module) == ["StatePage"])
      try app.run("back", #"expect "Line 1""#)
    }
  }

  @Test func `A warning while a page is being opened neither ends nor delays it`() throws {
    try withApp("StatePage", "SlowPage", app: Self.app) { app in
      try app.start()
      try app.run("open SlowPage")
      var report: WarningReport?
      app.controller.warn(.low) { report = $0 }
      try app.drive.settle()
      try app.advance(seconds: 10)
      try app.run(#"expect "At last""#)
      #expect(report != nil)
    }
  }

  @Test func `Tasks and sleeps of an evicted page end, and its image is unmapped`() throws {
    try withApp("AsyncPage", "CPage", app: #""start": [{ "open": "AsyncPage" }]"#) { app in
      try app.start()
      try app.run("open CPage")
      #expect(try app.warn().evicted.map(\.module) == ["AsyncPage"])
      let report = try #require(app.reports.last?.report)
      #expect(report.unmapped)
      #expect(report.held.threads == 0)
      try app.advance(seconds: 3601)
      try app.run("back", #"expect "Sum: 75, naps: 0""#)
    }
  }
}
