import PageABI
import Testing

@testable import Host

/// What goes wrong for others between opening and leaving a page.
@Suite @MainActor struct LifecycleTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#

  /// What LifePages noted, in order, such as `1: initData begins`.
  private func lives(_ app: AppFixture) throws -> [String] {
    try app.log.split(separator: "\n").compactMap { line in
      line.firstRange(of: "life of ").map { String(line[$0.upperBound...]) }
    }
  }

  /// The steps in the life of one of them.
  private func steps(_ left: Int, _ app: AppFixture) throws -> [String] {
    try lives(app).compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "\(left):" && words.last == "ends" ? String(words[1]) : nil
    }
  }

  // MARK: Opening

  @Test(arguments: [false, true])
  func `Case 10: two opens of one page in one turn are one initialization and one entry`(
    isSlow: Bool
  ) throws {
    try withApp("StatePage", "LifePage", app: Self.app) { app in
      try app.start()
      let arguments: [String: Value] = ["left": .integer(7), "waits": .boolean(isSlow)]
      app.controller.open("LifePage", arguments)
      app.controller.open("LifePage", arguments)
      try app.drive.settle()
      // The one that is being made is asked for once more.
      app.controller.open("LifePage", arguments)
      try app.advance(seconds: 2)
      #expect(app.stack == ["StatePage", "LifePage"])
      #expect(app.instances("LifePage") == ["LifePage#2"])
      #expect(try steps(7, app) == ["initData", "appearStarted", "appearFinished"])
      #expect(try lives(app).count { $0 == "7: initData begins" } == 1)
    }
  }

  @Test(arguments: ["initData", "appearStarted", "appearFinished"], [false, true])
  func `Case 14: navigating inside of a step of a page's life waits until the step has ended`(
    _ step: String, waits: Bool
  ) throws {
    let app =
      Self.app + """
        , "routes": [{ "from": "LifePage", "on": "moved", "do": "push", "to": "LifePage",
                       "pass": { "left": "left", "step": "step", "waits": "waits" } }]
        """
    try withApp("StatePage", "LifePage", app: app) { app in
      try app.start()
      app.controller.open(
        "LifePage",
        ["left": .integer(3), "step": .string(step), "waits": .boolean(waits)])
      for _ in 0..<5 { try app.advance(seconds: 1) }
      #expect(app.stack == ["StatePage"] + Array(repeating: "LifePage", count: 4))
      // Whatever begins ends before anything else of any page begins.
      let lives = try lives(app)
      for (begin, end) in zip(lives, lives.dropFirst()) where begin.hasSuffix("begins") {
        #expect(end == begin.replacing("begins", with: "ends"))
      }
      for left in 0...3 {
        let steps = try steps(left, app)
        #expect(Array(steps.prefix(3)) == ["initData", "appearStarted", "appearFinished"])
        #expect(LifeBalance.fault(in: steps) == nil)
      }
      try app.run("back", "back", "back", #"expect "3 left""#)
      #expect(app.instances("LifePage").count == 1)
    }
  }

  // MARK: What cannot be opened

  @Test func `Case 15: a page that fails to be initialized leaves the one before it`() throws {
    try withApp("StatePage", "FailingPage", app: Self.app) { app in
      try app.start()
      try app.run(
        #"type "Text" "kept""#, "open FailingPage init=throw",
        #"expect "FailingPage could not be opened: there is nothing to show""#, #"expect "kept""#)
      #expect(app.stack == ["StatePage"])
      #expect(try app.state("FailingPage") == .listed)
      try app.run("open FailingPage", #"expect "Initialized at once""#)
    }
  }

  @Test func `Case 23: with nothing to stay on, the page's place says why`() throws {
    try withApp("FailingPage", app: #""start": [{ "open": "FirstPage" }]"#) { app in
      try app.start()
      try app.run(
        #"expect "FirstPage cannot be shown""#, #"tap "Try again""#,
        #"expect "FirstPage cannot be shown""#)
      try app.run("open FailingPage", #"expect "Initialized at once""#)
    }
  }

  @Test func `Case 15: a page that works only the second time does so by retry`() throws {
    try withApp("FailingPage") { app in
      app.controller.navigation.request(.root(.init("FailingPage", ["init": .string("once")])))
      try app.run(
        #"expect "it works only the second time""#, #"tap "Try again""#,
        #"expect "Initialized at once""#)
      #expect(app.instances("FailingPage").count == 1)
    }
  }

  @Test(arguments: ["never", "stubborn"])
  func `Case 15: initData that never completes is ended by its deadline; the page before it stays`(
    _ how: String
  ) throws {
    try withApp("StatePage", "FailingPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage init=\(how)")
      #expect(app.controller.navigation.isBusy)
      #expect(app.stack == ["StatePage"])
      try app.advance(seconds: 31)
      try app.run(#"expect "FailingPage could not be opened""#, #"expect "30 seconds""#)
      #expect(!app.controller.navigation.isBusy)
      #expect(
        try app.state("FailingPage") == .listed,
        "its image is unmapped, whatever is suspended in it")
      try app.run("open FailingPage", #"expect "Initialized at once""#)
    }
  }

  @Test(arguments: ["never", "stubborn"])
  func `Case 16: a page that is left while it is initialized is given up`(_ how: String) throws {
    try withApp("StatePage", "FailingPage", app: Self.app) { app in
      try app.start()
      try app.run("open FailingPage init=\(how)", "back")
      #expect(app.stack == ["StatePage"])
      #expect(!app.controller.navigation.isBusy)
      #expect(try app.state("FailingPage") == .listed)
    }
  }

  @Test func `A slow page is shown when it is ready`() throws {
    try withApp("StatePage", "SlowPage", app: Self.app) { app in
      try app.start()
      try app.run("open SlowPage", #"expect "Line 1""#)
      try app.advance(seconds: 10)
      try app.run(#"expect "At last""#)
    }
  }

  @Test func `Case 17: a response that arrives after its page left is not delivered`() throws {
    let app =
      #""start": [{ "open": "StoringPage" }], "#
      + #""routes": [{ "from": "StoringPage", "on": "done", "do": "root", "to": "CPage" }]"#
    try withApp("SlowPage", "CPage", app: app) { app in
      try app.signUp()
      try app.start()
      try app.run(#"tap "Store""#, #"expect "Stored""#)
      #expect(try app.log.contains("the answer came"))
      let before = try app.log.split(separator: "the answer came").count
      try app.run(#"tap "Store and leave""#, #"expect "Count: 0""#)
      #expect(try app.log.split(separator: "the answer came").count == before)
      #expect(try app.state("StoringPage") == .listed)
      #expect(app.reports.allSatisfy { $0.report.unmapped })
    }
  }

  @Test func `Case 16: releasing twice is harmless`() throws {
    try withApp("StatePage", "LifePage", app: Self.app) { app in
      try app.start()
      try app.run("open LifePage left=1")
      let entry = try #require(app.controller.navigation.top)
      let instance = try #require(entry.instance)
      app.controller.release(entry)
      app.controller.release(entry)
      instance.release()
      app.controller.navigation.request(.pop)
      app.controller.navigation.request(.pop)
      try app.drive.settle()
      #expect(app.reports.map(\.module) == ["LifePage"])
      #expect(app.instances("LifePage").isEmpty && app.stack == ["StatePage"])
      #expect(
        try steps(1, app) == [
          "initData", "appearStarted", "appearFinished", "disappearStarted", "disappearFinished",
          "releaseData",
        ])
    }
  }

  @Test func `Case 16: leaving twice while still initializing is harmless`() throws {
    try withApp("StatePage", "LifePage", app: Self.app) { app in
      try app.start()
      app.controller.open("LifePage", ["left": .integer(1), "waits": .boolean(true)])
      try app.drive.settle()
      let instance = try #require(app.controller.controllers["LifePage"]?.instances.first)
      app.controller.navigation.request(.pop)
      app.controller.navigation.request(.pop)
      instance.release()
      try app.advance(seconds: 2)
      #expect(try steps(1, app) == ["initData", "releaseData"])
      #expect(app.stack == ["StatePage"] && !app.controller.navigation.isBusy)
      #expect(app.reports.map(\.module) == ["LifePage"])
    }
  }

  @Test(arguments: ["push", "replace", "root", "present"])
  func `Case 23: a page that fails, however it was asked for, leaves a top layer that works`(
    _ how: String
  ) throws {
    try withApp("StatePage", "FailingPage", app: Self.app) { app in
      try app.start()
      let targets = [
        Navigation.Target("FailingPage", ["init": .string("throw")]),
        Navigation.Target("FailingPage", ["absent": .boolean(true)]), Navigation.Target("NoPage"),
      ]
      for target in targets {
        let request: Navigation.Request =
          switch how {
          case "push": .push(target)
          case "replace": .replace(target)
          case "root": .root(target)
          default: .present(target, .init(by: nil) { _ in })
          }
        app.controller.navigation.request(request)
        try app.drive.settle()
        let top = try #require(app.controller.navigation.top)
        #expect(app.controller.screen.topLayer?.instance == top.screenID)
        #expect(app.stack == ["StatePage"] && !app.controller.navigation.isBusy)
        #expect(app.text.contains("\(target.page) could not be opened"))
        try app.run(#"type "Text" "\#(target.page)""#, #"expect "\#(target.page)""#)
      }
    }
  }

  @Test func `Many instances of one page each have their own state`() throws {
    let app =
      #""start": [{ "open": "StatePage" }], "routes": ["#
      + #"{ "from": "StatePage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } },"#
      + #"{ "from": "ManyPage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } }]"#
    try withApp("StatePage", app: app) { app in
      try app.start()
      try app.run(
        #"tap "Deeper""#, #"tap "Tap""#, #"tap "Deeper""#, #"expect "Number 2, 0 taps""#,
        #"tap "Tap""#, #"tap "Tap""#,
        #"tap "Deeper""#, #"expect "Number 3, 0 taps""#)
      #expect(app.instances("ManyPage").count == 3)
      _ = try app.warn(.critical)
      #expect(app.instances("ManyPage").count == 1)
      try app.run(
        "back", #"expect "Number 2, 2 taps""#, "back", #"expect "Number 1, 1 taps""#, "back",
        #"expect "Line 1""#)
      #expect(app.instances("ManyPage").isEmpty)
    }
  }

  @Test func `A missing argument is the page's own error, and an unknown one the host's`() throws {
    try withApp("StatePage", app: Self.app) { app in
      try app.start()
      try app.run("open ManyPage", #"expect "it needs a number""#)
      #expect(throws: DriveError.self) { try app.drive.run("open ManyPage depth=1") }
      #expect(throws: DriveError.self) { try app.drive.run("open ManyPage number=one") }
      #expect(throws: DriveError.self) { try app.drive.run("open NobodysPage") }
    }
  }

  @Test func `Case 23: there is a layer also while the first page takes its time`() throws {
    try withApp("SlowPage", "CPage", app: #""start": [{ "open": "SlowPage" }]"#) { app in
      app.controller.start()
      try app.run(#"expect "Opening SlowPage…""#)
      #expect(app.controller.screen.topLayer != nil)
      try app.run("open CPage")
      #expect(app.stack == ["CPage"], "another page can be opened instead")
      try app.run(#"reject "Opening""#)
    }
    try withApp("SlowPage", app: #""start": [{ "open": "SlowPage" }]"#) { app in
      app.controller.start()
      try app.run(#"expect "Opening SlowPage…""#)
      try app.advance(seconds: 10)
      try app.run(#"expect "At last""#, #"reject "Opening""#)
    }
  }
}
