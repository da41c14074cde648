import PageABI
import Testing

@testable import Host

/// Pages that call one another, and themselves.
@Suite @MainActor struct PageChainTests {
  private static let app =
    #""start": [{ "open": "ChainPage" }], "providers": { "chain.name": "ChainPage" }"#

  private func withChain(_ body: (AppFixture) throws -> Void) throws {
    try withApp("ChainPage", "LinkPage", app: Self.app) { app in
      try app.start()
      try app.run("open LinkPage")
      try body(app)
    }
  }

  @Test(arguments: [0, 1, 2, 5, 20])
  func `A chain through two pages answers`(_ depth: Int64) throws {
    try withChain { app in
      let answer = try app.call("chain.left", .integer(depth))
      #expect(answer?.value == .integer(depth))
    }
  }

  @Test func `A chain longer than 32 fails and is named`() throws {
    try withChain { app in
      let answer = try #require(try app.call("chain.left", .integer(100)))
      #expect(answer.status != .ok)
      #expect(answer.message.contains("more than 32 calls in a chain"))
      #expect(answer.message.contains("chain.left (ChainPage#1) → chain.right (LinkPage#2)"))
      // And what comes after works.
      #expect(try app.call("chain.left", .integer(3))?.value == .integer(3))
    }
  }

  @Test func `A page that calls itself waits until it is off the stack`() throws {
    try withChain { app in
      let answer = try app.call("chain.itself")
      #expect(answer?.value == .string("ChainPage"))
    }
  }

  @Test func `Two calls at once are both answered`() throws {
    try withChain { app in
      let answer = try app.call("chain.both")
      #expect(answer?.value == .integer(5))
    }
  }

  @Test func `A caller that leaves while it waits is not answered, and nothing is left of it`()
    throws
  {
    try withChain { app in
      app.controller.dispatcher.call("chain.left", [.integer(20)]) { _ in }
      app.controller.navigation.request(.root(.init("AbsentPage")))
      try app.drive.settle()
      #expect(try app.state("ChainPage") == .listed)
      #expect(app.reports.last { $0.module == "ChainPage" }?.report.unmapped == true)
    }
  }

  @Test func `Every crossing can be traced`() throws {
    try withChain { app in
      var trace: [String] = []
      app.controller.dispatcher.trace = { trace.append("\($0)") }
      _ = try app.call("chain.left", .integer(1))
      #expect(trace.first == "call  host → ChainPage#1  chain.left(1)")
      #expect(trace.contains("call  ChainPage#1 → LinkPage#2  chain.right(0)"))
      #expect(trace.filter { $0.hasPrefix("reply") }.count == 2)
    }
  }
}
