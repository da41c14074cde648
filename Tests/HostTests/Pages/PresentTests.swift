import Testing

@testable import Host

/// Pages that present others: each ask has one answer, and the page that asked gets it.
@Suite @MainActor struct PresentTests {
  /// What pages asked and were answered as they logged it, in order, such as `asks 1.1`.
  private func asks(_ app: AppFixture) throws -> [String] {
    try app.log.split(separator: "\n").compactMap { line in
      for word in ["asks ", "is answered "] {
        if let range = line.firstRange(of: word) { return String(line[range.lowerBound...]) }
      }
      return nil
    }
  }

  private func withAsking(
    _ modules: String..., app: String = PresentingFlow.app, _ body: (AppFixture) throws -> Void
  ) throws {
    let fixture = try AppFixture(["AskingPage"] + modules, app: app)
    defer { fixture.close() }
    try fixture.start()
    try body(fixture)
  }

  // MARK: Results

  @Test func `The presenter gets the outcome by name, with a value of each type`() throws {
    try withAsking { app in
      try app.run(#"tap "Choose""#, #"expect "Choice for 1.1""#)
      #expect(app.controller.navigation.presented.count == 1)
      try app.run(#"tap "Take""#)
      #expect(app.controller.navigation.presented.isEmpty)
      #expect(app.instances("ChoicePage").isEmpty)
      #expect(
        try asks(app) == [
          "asks 1.1",
          "is answered 1.1 chosen ask=1.1 bytes=[1, 0, 255] list=2 items map={ x=1 } number=-7 part=0.5 sure=true",
        ])
      try app.run(#"tap "Choose""#, #"tap "Decline""#, #"expect "1.2 declined ask=1.2""#)
    }
  }

  @Test(arguments: ["back", "key escape", "dismiss"])
  func `A page that is dismissed without a result is nothing for its presenter`(_ how: String)
    throws
  {
    try withAsking { app in
      try app.run(#"tap "Choose""#)
      if how == "dismiss" { try app.dismiss() } else { try app.run(how) }
      #expect(try asks(app) == ["asks 1.1", "is answered 1.1 nothing"])
      try app.run(#"expect "1.1 nothing""#, #"tap "Choose""#, #"tap "Take""#)
      #expect(try asks(app).count == 4)
    }
  }

  @Test(arguments: ["sign-out", "root"])
  func `A presenter that leaves while it waits is answered by an error before it goes`(
    _ how: String
  ) throws {
    try withAsking("CPage", app: PresentingFlow.appWithSession) { app in
      try app.signUp()
      app.controller.navigation.request(.root(.init("AskingPage")))
      try app.run(#"tap "Another""#, #"tap "Choose""#)
      let names = app.instances("AskingPage")
      try #require(names.count == 2)
      if how == "root" {
        app.controller.navigation.request(.root(.init("CPage")))
      } else {
        app.controller.signOut()
      }
      try app.drive.settle()
      #expect(app.instances("AskingPage").isEmpty && app.instances("ChoicePage").isEmpty)
      #expect(app.controller.navigation.presented.isEmpty && app.stack == ["CPage"])
      let log = try asks(app)
      try #require(log.count == 4)
      for ask in log.prefix(2).map({ $0.dropFirst(5) }) {
        #expect(log.contains("is answered \(ask) the error: the page left"))
      }
    }
  }

  @Test func `A page that cannot be shown is an error for its presenter, which stays`() throws {
    try withAsking { app in
      try app.run(#"tap "Break""#, #"expect "1.1 the error: there is nothing to choose from""#)
      #expect(app.controller.screen.message?.text.contains("nothing to choose from") == true)
      #expect(app.controller.navigation.presented.isEmpty)
      #expect(app.instances("ChoicePage").isEmpty && app.instances("AskingPage").count == 1)
      try app.run(#"tap "Choose""#, #"tap "Decline""#, #"expect "1.2 declined""#)
    }
  }

  @Test func `Of two outcomes of a presented page the first is its result`() throws {
    try withAsking { app in
      try app.run(#"tap "Choose""#, #"tap "Take twice""#, #"expect "1.1 declined ask=1.1""#)
      #expect(try asks(app).count == 2)
      #expect(app.stack == ["AskingPage"] && app.controller.navigation.presented.isEmpty)
    }
  }

  // MARK: Nested

  @Test func `Presented pages that present others return to the right ones in order`() throws {
    try withAsking { app in
      try app.run(
        #"tap "Another""#, #"expect "Asking as first, then""#, #"tap "Another""#,
        #"expect "Asking as first, then, then""#, #"tap "Choose""#, #"expect "Choice for 3.1""#)
      #expect(app.controller.navigation.presented.count == 3)
      try app.run(#"tap "Decline""#, #"expect "3.1 declined ask=3.1""#, #"tap "Answer""#)
      try app.run(#"expect "2.1 named ask=2.1 name=first, then, then""#, #"tap "Answer""#)
      try app.run(#"expect "1.1 named ask=1.1 name=first, then""#)
      #expect(
        try asks(app) == [
          "asks 1.1", "asks 2.1", "asks 3.1", "is answered 3.1 declined ask=3.1",
          "is answered 2.1 named ask=2.1 name=first, then, then",
          "is answered 1.1 named ask=1.1 name=first, then",
        ])
      #expect(app.instances("AskingPage") == ["AskingPage#1"])
    }
  }

  @Test func `Going back from the innermost of nested pages answers its presenter alone`() throws {
    try withAsking { app in
      try app.run(#"tap "Another""#, #"tap "Choose""#, "back", #"expect "2.1 nothing""#)
      #expect(try asks(app) == ["asks 1.1", "asks 2.1", "is answered 2.1 nothing"])
      try app.run("back", #"expect "1.1 nothing""#)
      #expect(try asks(app).last == "is answered 1.1 nothing")
    }
  }

  @Test func `The result of a page that others were presented over ends those too`() throws {
    try withAsking { app in
      try app.run(#"tap "Another""#)
      let second = try #require(app.controller.navigation.top?.instance)
      try app.run(#"tap "Choose""#)
      app.controller.follow("named", of: second, ["ask": .string("1.1"), "name": .string("early")])
      try app.drive.settle()
      #expect(app.controller.navigation.presented.isEmpty)
      try app.run(#"expect "1.1 named ask=1.1 name=early""#)
      #expect(app.instances("AskingPage").count == 1 && app.instances("ChoicePage").isEmpty)
    }
  }

  // MARK: Waiting

  @Test(arguments: [MemoryWarning.low, .critical])
  func `A presenter that waits is kept at a warning, and gets its result after it`(
    _ level: MemoryWarning
  ) throws {
    try withAsking("CPage") { app in
      try app.run("open CPage", "open AskingPage name=second", #"tap "Another""#, #"tap "Choose""#)
      let report = try app.warn(level)
      #expect(report.evicted.map(\.instance) == ["AskingPage#1", "CPage#2"])
      let reason = "it waits for the result of a page it presented"
      #expect(report.stayed.map(\.instance) == ["AskingPage#3", "AskingPage#4"])
      #expect(report.stayed.map(\.reason) == [reason, reason])
      try app.run(#"tap "Take""#, #"expect "4.1 chosen ask=4.1""#, #"tap "Answer""#)
      try app.run(#"expect "3.1 named ask=3.1 name=second, then""#)
      #expect(try app.warn(level).stayed.isEmpty)
      try app.run("back", "back", #"expect "Asking as first""#)
    }
  }

  @Test func `A person may take any time to answer`() throws {
    try withAsking { app in
      try app.run(#"tap "Fail after""#)
      try app.advance(seconds: 3_600)
      #expect(app.controller.screen.message == nil)
      #expect(app.controller.navigation.presented.count == 1)
      // What the page does with the answer then is still told.
      try app.run(#"tap "Decline""#, #"expect "1.1 declined""#)
      #expect(app.controller.screen.message?.text.contains("the choice is of no use") == true)
      #expect(app.loop.pendingTimers == 0)
    }
  }

  // MARK: Errors

  @Test(arguments: [
    ("Undeclared", "'undeclared' presents no page"), ("Unrouted", "'unrouted' presents no page"),
    ("Pushed", "'pushed' presents no page"), ("Wrong", "the values of 'choose'"),
  ])
  func `What cannot be presented is an error that says what is missing`(
    _ button: String, _ words: String
  ) throws {
    try withAsking { app in
      try app.run("tap \"\(button)\"")
      let log = try asks(app)
      try #require(log.count == 2)
      #expect(log[1].hasPrefix("is answered 1.1 the error: \(words)"), "\(log)")
      #expect(log[1].contains("page.json"), "\(log)")
      #expect(app.stack == ["AskingPage"] && app.controller.navigation.presented.isEmpty)
    }
  }

  @Test func `A page that presents two at once shows the first, and the second is an error`() throws
  {
    try withAsking { app in
      try app.run(#"tap "Twice""#, #"expect "Choice for 1.1""#)
      #expect(app.controller.navigation.presented.count == 1)
      try app.run(#"tap "Decline""#)
      let log = try asks(app)
      #expect(log.count == 4)
      #expect(log.contains("is answered 1.1 declined ask=1.1"))
      #expect(
        log.contains {
          $0.hasPrefix("is answered 1.2 the error: ")
            && $0.contains("only by a page that is on screen")
        }, "\(log)")
    }
  }

  // MARK: In C

  @Test func `A page in C presents another and gets its result`() throws {
    let route =
      #", { "from": "CPage", "on": "asked", "do": "present", "to": "ChoicePage", "pass": { "ask": "ask" } }"#
    let app = #""start": [{ "open": "CPage" }], "routes": [\#(PresentingFlow.routes)\#(route)]"#
    try withAsking("CPage", app: app) { app in
      try app.run(#"tap "Ask""#, #"expect "Choice for 1.1""#)
      #expect(try app.warn(.critical).stayed.map(\.instance) == ["CPage#1"])
      try app.run(#"tap "Take""#, #"expect "1: chosen""#)
      try app.run(#"tap "Ask""#, "back", #"expect "2: nothing""#)
    }
  }

  @Test func `A page in C that presents what has no route is told so`() throws {
    try withAsking("CPage", app: #""start": [{ "open": "CPage" }]"#) { app in
      try app.run(#"tap "Ask""#)
      #expect(app.controller.navigation.presented.isEmpty)
      #expect(
        try app.log.contains(
          "CPage#1 presents on 'asked', for which app.json has no route that presents"))
    }
  }
}
