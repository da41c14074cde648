import PageABI
import Testing

@testable import Host

/// What goes wrong for others between opening and leaving a page.
@Suite @MainActor struct LifecycleTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#

  @Test func `Two opens in one turn are one initialization and one entry`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      app.controller.open("CPage", [:])
      app.controller.open("CPage", [:])
      try app.drive.settle()
      #expect(app.stack == ["StatePage", "CPage"])
      #expect(app.instances("CPage") == ["CPage#2"])
    }
  }

  @Test func `Navigation from within initData waits until it has ended`() throws {
    let app =
      Self.app + """
        , "routes": [{ "from": "FailingPage", "on": "moved", "do": "push", "to": "CPage" }]
        """
    try withApp("StatePage", "FailingPage", "CPage", app: app) { app in
      try app.start()
      try app.run("open FailingPage init=announce")
      #expect(app.stack == ["StatePage", "FailingPage", "CPage"])
      try app.run("back", #"expect "Initialized and moved on""#)
    }
  }

  @Test func `A page that fails to be initialized leaves the one before it`() throws {
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

  @Test func `With nothing to stay on, the page's place says why`() throws {
    try withApp("FailingPage", app: #""start": [{ "open": "FirstPage" }]"#) { app in
      try app.start()
      try app.run(
        #"expect "FirstPage cannot be shown""#, #"tap "Try again""#,
        #"expect "FirstPage cannot be shown""#)
      try app.run("open FailingPage", #"expect "Initialized at once""#)
    }
  }

  @Test func `A page that works only the second time does so by retry`() throws {
    try withApp("FailingPage") { app in
      app.controller.navigation.request(.root(.init("FailingPage", ["init": .string("once")])))
      try app.run(
        #"expect "it works only the second time""#, #"tap "Try again""#,
        #"expect "Initialized at once""#)
      #expect(app.instances("FailingPage").count == 1)
    }
  }

  @Test(arguments: ["never", "stubborn"])
  func `initData that never completes is ended by its deadline; the page before it stays`(
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
  func `A page that is left while it is initialized is given up`(_ how: String) throws {
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

  @Test func `A response that arrives after its page left is not delivered`() throws {
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

  @Test func `Releasing twice is harmless`() throws {
    try withApp("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      try app.start()
      let entry = try #require(app.controller.navigation.top)
      let instance = try #require(entry.instance)
      app.controller.release(entry)
      app.controller.release(entry)
      instance.release()
      try app.drive.settle()
      #expect(app.reports.count == 1)
      #expect(app.instances("CPage").isEmpty)
    }
  }

  @Test func `After sign-out nothing of before can be reached`() throws {
    let app = #""start": [{ "when": "signedIn", "open": "StatePage" }, { "open": "CPage" }]"#
    try withApp("StatePage", "CPage", app: app) { app in
      try app.signUp()
      try app.start()
      try app.run(#"type "Text" "private""#, "open ManyPage number=1", "open ManyPage number=2")
      _ = try app.warn()
      app.controller.signOut()
      try app.run(#"expect "Count: 0""#, "back", #"expect "Count: 0""#, #"reject "private""#)
      #expect(app.stack == ["CPage"])
      for page in ["StatePage", "ManyPage"] { #expect(try app.state(page) == .listed) }
      try app.run("open StatePage", #"reject "private""#)
    }
  }

  @Test func `Switching to and fro keeps everything constant`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      for _ in 0..<100 {
        app.controller.navigation.request(.root(.init("CPage")))
        try app.drive.settle()
        #expect(try app.state("StatePage") == .listed)
        app.controller.navigation.request(.root(.init("StatePage")))
        try app.drive.settle()
        #expect(try app.state("CPage") == .listed)
      }
      #expect(app.reports.count == 200)
      #expect(app.reports.allSatisfy { $0.report.unmapped && $0.report.pinned == nil })
      #expect(app.controller.navigation.all.count == 1)
      #expect(app.controller.screen.states.count == 1)
      #expect(app.controller.heaps.count <= 2)
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
}
