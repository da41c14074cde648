import Glibc
import Testing

@testable import Host

/// A page's requests while it stays, while it leaves, and after it has left.
@Suite @MainActor struct RequestPageTests {
  /// An app whose page may fetch from a server on its own loop, and the server.
  private func withPage(
    _ reply: @escaping @MainActor (LoopbackServer.Request) -> LoopbackServer.Reply,
    grants: Bool = true, _ body: (AppFixture, LoopbackServer) throws -> Void
  ) throws {
    // The server's port has to be known before the app is; so it gets a loop of its own first.
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    let server = try LoopbackServer(loop, reply)
    defer {
      server.close()
      loop.close()
    }
    let origins = grants ? #", "origins": { "RequestPage": ["\#(server.origin)"] }"# : ""
    let app =
      #""start": [{ "open": "StatePage" }], "routes": ["#
      + #"{ "from": "RequestPage", "on": "left", "do": "root", "to": "StatePage" }]\#(origins)"#
    try withApp("RequestPage", "StatePage", app: app) { app in
      app.controller.start()
      try app.drive.settle()
      try open(app, server)
      try body(app, server)
    }
  }

  private func open(_ app: AppFixture, _ server: LoopbackServer) throws {
    app.controller.navigation.request(
      .root(.init("RequestPage", ["url": .string(server.origin + "/feed")])))
    try app.drive.settle()
  }

  /// Taps a button and does not wait for what comes of it.
  private func tap(_ app: AppFixture, _ button: String) throws {
    let match = try #require(app.controller.screen.targets(button).first, "\(app.text)")
    app.controller.perform(app.controller.screen.tap(match))
  }

  /// What is on the screen, without its line breaks.
  private func words(_ app: AppFixture) -> String {
    app.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let feed = LoopbackServer.Reply.answer(
    "<rss><title>News</title></rss>", type: "text/xml; charset=utf-8")

  @Test func `A page fetches a feed and reads it`() throws {
    try withPage { _ in
      Self.feed
    } _: { app, server in
      try tap(app, "Fetch")
      try app.turn(with: server) { app.text.contains("Shown: 200 text/xml rss: News") }
      try app.turn(with: server) { app.text.contains("Steps: some") }
      #expect(app.services.requests.count == 0)
    }
  }

  @Test func `What is not granted is refused in words`() throws {
    try withPage({ _ in Self.feed }, grants: false) { app, server in
      try tap(app, "Fetch")
      try app.turn(with: server) { words(app).contains("may not fetch") }
      #expect(server.connections == 0)
    }
  }

  @Test
  func
    `Case 17: a response that arrives after its page left is never delivered, nor to its successor`()
    throws
  {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try tap(app, "Fetch")
      try app.turn(with: server) { server.requests.count == 1 }
      try tap(app, "Leave")
      try app.turn(with: server) { app.stack == ["StatePage"] }
      #expect(app.services.requests.count == 0, "no request of an instance that left")
      try open(app, server)
      server.finish(Self.feedBytes)
      try app.turn(with: server) { server.open == 0 }
      try app.drive.settle()
      #expect(app.text.contains("Shown: nothing yet"))
      #expect(try !app.log.contains("shown: 200"))
    }
  }

  private static let feedBytes: [UInt8] = {
    if case .raw(let bytes) = feed { bytes } else { [] }
  }()

  @Test func `A cancelled task ends its request`() throws {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try tap(app, "Fetch")
      try app.turn(with: server) { server.requests.count == 1 }
      try tap(app, "Cancel")
      try app.turn(with: server) { app.text.contains("Shown: the task that waited was cancelled") }
      #expect(app.services.requests.count == 0)
      try app.turn(with: server) { server.open == 0 }
    }
  }

  @Test func `Case 17: a public request survives its page, and its answer is an action call`()
    throws
  {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try tap(app, "Fetch publicly")
      try app.turn(with: server) {
        server.requests.count == 1 && app.text.contains("Shown: accepted")
      }
      try tap(app, "Leave")
      try app.turn(with: server) { app.stack == ["StatePage"] }
      #expect(app.services.requests.count == 1)
      server.finish(LoopbackServer.Reply.head(["Content-Length: 4"]) + Array("late".utf8))
      try app.turn(with: server) { app.services.requests.count == 0 }
      try open(app, server)
      #expect(app.text.contains("Taken: 200 late"))
    }
  }

  /// Has a public request under way.
  private func fetchPublicly(_ app: AppFixture, _ server: LoopbackServer) throws {
    try tap(app, "Fetch publicly")
    try app.turn(with: server) {
      server.requests.count == 1 && app.text.contains("Shown: accepted")
    }
  }

  /// Lets it be answered.
  private func answerLate(_ app: AppFixture, _ server: LoopbackServer) throws {
    server.finish(LoopbackServer.Reply.head(["Content-Length: 4"]) + Array("late".utf8))
    try app.turn(with: server) { app.services.requests.count == 0 }
    try app.drive.settle()
  }

  @Test func `Case 17: a public request survives that its page is evicted`() throws {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try fetchPublicly(app, server)
      app.controller.navigation.request(.push(.init("StatePage")))
      try app.turn(with: server) { app.stack == ["RequestPage", "StatePage"] }
      var report: WarningReport?
      app.controller.warn(.critical) { report = $0 }
      try app.turn(with: server) { report != nil }
      #expect(report?.evicted.map(\.module) == ["RequestPage"])
      #expect(app.services.requests.count == 1)
      try answerLate(app, server)
      #expect(try app.state("RequestPage") == .listed, "an answer that is kept wakes nobody")
      try app.run("back", #"expect "Taken: 200 late""#)
    }
  }

  @Test func `An answer whose action is gone with its module is told to the log`() throws {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try fetchPublicly(app, server)
      try tap(app, "Leave")
      try app.turn(with: server) { app.stack == ["StatePage"] }
      unlink(app.path(of: "RequestPage"))
      app.controller.refreshModules()
      try answerLate(app, server)
      #expect(try app.log.contains("\(server.origin)/feed did not reach answers.take: "))
    }
  }

  @Test func `Case 21: a public request of an account that signed out is dropped`() throws {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      try app.signUp()
      try fetchPublicly(app, server)
      app.controller.signOut()
      #expect(app.services.requests.count == 0)
      try app.turn(with: server) { server.open == 0 && app.stack == ["StatePage"] }
      try open(app, server)
      #expect(app.text.contains("Shown: nothing yet") && !app.text.contains("Taken"))
    }
  }

  // MARK: Before a page is shown

  @Test(arguments: [
    (0, "127.0.0.1:PORT/feed did not answer in 30000 milliseconds"),
    (1, "RequestPage#3 did not answer in 30 seconds; it waits for http://127.0.0.1:PORT/feed"),
  ])
  func
    `A page that waits in initData for a server that is too slow is not opened, and says for which`(
      _ pause: Int64, _ said: String
    ) throws
  {
    try withPage { _ in
      .stalled([])
    } _: { app, server in
      app.controller.screen.resize(width: 100, height: 20)
      app.controller.navigation.request(
        .push(
          .init(
            "RequestPage", ["url": .string(server.origin + "/feed"), "pause": .integer(pause)])))
      app.loop.turn(wait: false)
      app.clock.advance(by: UInt64(pause) * 1_000_000_000)
      try app.turn(with: server) { server.requests.count == 1 }
      app.clock.advance(by: UInt64(30 - pause) * 1_000_000_000)
      let said = said.replacing("PORT", with: "\(server.port)")
      try app.turn(with: server) { words(app).contains(said) }
      #expect(words(app).contains("RequestPage could not be opened"))
      #expect(app.stack == ["RequestPage"] && app.text.contains("Shown: nothing yet"))
      try app.turn(with: server) { app.services.requests.count == 0 && server.open == 0 }
    }
  }

  @Test func `A public request that fails tells its action why`() throws {
    try withPage { _ in
      .reset
    } _: { app, server in
      try tap(app, "Fetch publicly")
      try app.turn(with: server) { app.text.contains("Taken: 0 http://127.0.0.1") }
    }
  }

  @Test(arguments: [
    ("Answer wrongly", "answers.wrong(status: x, url: s, type: s, body: ay, error: s)"),
    ("Answer elsewhere", "others.take is neither an action of RequestPage nor listed"),
  ])
  func `An action that cannot take the answer is refused at once`(_ button: String, _ words: String)
    throws
  {
    try withPage { _ in
      Self.feed
    } _: { app, server in
      try tap(app, button)
      try app.turn(with: server) { self.words(app).contains(words) }
      #expect(server.connections == 0)
    }
  }
}
