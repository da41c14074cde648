import PageABI
import Testing

@testable import Host

/// Who answers to an action, and what becomes of a call whose page is not there.
@Suite @MainActor struct ProviderTests {
  private static let app = #""start": [{ "open": "ChainPage" }]"#

  @Test func `An action of two providers is not callable until the app chooses`() throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      try app.run("open LinkPage")
      let answer = try #require(try app.call("chain.name"))
      #expect(answer.status == .unavailable)
      #expect(answer.message.contains("ChainPage and LinkPage"))
      #expect(answer.message.contains("providers"))
    }
  }

  @Test(arguments: ["ChainPage", "LinkPage"])
  func `The provider that app.json chooses answers`(_ page: String) throws {
    let app = Self.app + #", "providers": { "chain.name": "\#(page)" }"#
    try withApp("ChainPage", "LinkPage", app: app) { app in
      try app.start()
      try app.run("open LinkPage")
      #expect(try app.call("chain.name")?.value == .string(page))
    }
  }

  @Test
  func `A page that wakes is initialized for its call, and gives its memory back at a warning`()
    throws
  {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      try app.run(#"tap "Wake""#, #"expect "woken 1""#, #"tap "Wake""#, #"expect "woken 2""#)
      #expect(try app.state("WakePage") == .initialized)
      #expect(app.stack == ["ChainPage"])
      #expect(try app.warn().evicted.map(\.module) == ["LinkPage"])
      #expect(try app.state("WakePage") == .listed)
    }
  }

  @Test func `Many calls that wake a page make one instance`() throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      var values: [Value?] = []
      for _ in 0..<10 {
        app.controller.dispatcher.call("chain.wake", []) { values.append($0.value) }
      }
      try app.drive.settle()
      #expect(values == (1...10).map { .integer($0) })
      #expect(app.instances("WakePage").count == 1)
    }
  }

  @Test func `A kept call waits for its page, in order, and is then answered`() throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      try app.run(#"tap "Keep""#)
      var answers: [Value?] = []
      for number in 1...3 {
        app.controller.dispatcher.call("chain.keep", [.integer(Int64(number))]) {
          answers.append($0.value)
        }
      }
      try app.drive.settle()
      #expect(answers.isEmpty)
      #expect(try app.state("KeepPage") == .listed)
      try app.run("open KeepPage", #"expect "Kept: 7 1 2 3""#)
      #expect(answers == [.integer(1), .integer(2), .integer(3)])
      try app.run("back", #"expect "Result: kept 7""#)
    }
  }

  @Test func `Only so many calls are kept`() throws {
    try withApp("LinkPage") { app in
      var refused: [PortAnswer] = []
      for _ in 0..<KeptCall.limit + 3 {
        app.controller.dispatcher.call("chain.keep", [.integer(0)]) { refused.append($0) }
      }
      try app.drive.settle()
      #expect(refused.map(\.status) == [.tooLarge, .tooLarge, .tooLarge])
    }
  }

  @Test func `An absent page is unavailable for a page too, and it is shown`() throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      try app.run(#"tap "Absent""#, #"expect "AbsentPage, which is not open""#)
    }
  }

  @Test func `Case 21: signing out answers what was kept`() throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      let box = AnswerBox()
      app.controller.dispatcher.call("chain.keep", [.integer(1)]) { box.answer = $0 }
      app.controller.signOut()
      try app.run("open KeepPage", #"expect "Kept:""#, #"reject "Kept: 1""#)
      #expect(box.answer?.status == .cancelled)
    }
  }
}
