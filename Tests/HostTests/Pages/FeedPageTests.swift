import Testing

@testable import Host

/// Feeds in Discover, good and bad ones, from a server of the test's own.
@Suite @MainActor struct FeedPageTests {
  private func withDiscover(
    _ reply: @escaping @MainActor (LoopbackServer.Request) -> LoopbackServer.Reply,
    language: Language = .english, _ body: (AppFixture, LoopbackServer) throws -> Void
  ) throws {
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    let server = try LoopbackServer(loop, reply)
    defer {
      server.close()
      loop.close()
    }
    let app =
      #""start": [{ "open": "DiscoverPage" }], "origins": { "DiscoverPage": ["\#(server.origin)"] }"#
    try withApp("DiscoverPage", "TimelinePage", "ContactsPage", app: app) { app in
      app.services.session.createAccount(account: "ada", password: "secret", remember: false) { _ in
      }
      try app.drive.settle()
      app.controller.language = language
      app.controller.screen.resize(width: 100, height: 40)
      app.controller.start()
      try app.drive.settle()
      try body(app, server)
    }
  }

  /// Turns both loops until a text is on the screen.
  private func turn(_ app: AppFixture, _ server: LoopbackServer, until text: String) throws {
    try app.turn(with: server) { words(app).contains(text) }
  }

  private func words(_ app: AppFixture) -> String {
    app.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Types an address and adds it, without waiting for what comes of it.
  private func add(_ app: AppFixture, _ url: String) throws {
    try app.run("type \"Feed address\" \"\(url)\"")
    try tap(app, "Add feed")
  }

  private func tap(_ app: AppFixture, _ button: String) throws {
    let match = try #require(app.controller.screen.targets(button).first, "\(app.text)")
    app.controller.perform(app.controller.screen.tap(match))
  }

  private nonisolated static func rss(_ items: String) -> String {
    "<rss version=\"2.0\"><channel><title>Leaves</title>\(items)</channel></rss>"
  }

  private nonisolated static let good = rss(
    "<item><title>A &lt;b&gt;red&lt;/b&gt; leaf</title><guid>1</guid>"
      + "<description>&lt;p&gt;maple&lt;/p&gt;</description></item>")

  private nonisolated static let atom =
    "<feed xmlns='http://www.w3.org/2005/Atom'><title>Trees</title><entry><id>1</id>"
    + "<title>A red leaf</title><summary>maple</summary></entry></feed>"

  private nonisolated static let json =
    #"{"version":"https://jsonfeed.org/version/1.1","title":"Trees","items":[{"id":"1","#
    + #""title":"A red leaf","content_text":"maple"}]}"#

  @Test(arguments: [good, atom, json])
  func `A feed is added, kept, searched, refreshed without doubles, and removed`(text: String)
    throws
  {
    try withDiscover { _ in
      .answer(text)
    } _: { app, server in
      try add(app, server.origin + "/feed")
      try turn(app, server, until: "A red leaf")
      try tap(app, "Refresh")
      try app.turn(with: server) { server.requests.count == 2 && !words(app).contains("Fetching") }
      try app.drive.settle()
      #expect(app.controller.screen.targets("Read").count == 1)
      try app.run(
        "tap \"Read\"", "expect \"maple\"", "type \"Search\" \"mapl\"", "expect \"A red leaf\"",
        "type \"Search\" \"\"", "tap \"Remove\"", "reject \"A red leaf\"",
        "type \"Search\" \"mapl\"",
        "expect \"Nothing has\"")
    }
  }

  nonisolated static let bad: [(String, LoopbackServer.Reply, String)] = [
    ("malformed", .answer("<rss><channel></rss>"), "The feed is malformed: line 1"),
    (
      "not UTF-8", .raw(head + [0x3C, 0x61, 0x3E, 0xFF, 0xFE, 0x3C, 0x2F, 0x61, 0x3E]), "malformed"
    ),
    ("malformed JSON", .answer("{\"version\": "), "The feed is malformed"),
    ("a page of the web", .answer("<!DOCTYPE html><p>hi", type: "text/html"), "There is no feed"),
    ("wrong type", .answer("plain words"), "There is no feed at this address"),
    ("another document", .answer("<a/>"), "There is no feed at this address"),
    ("empty", .answer(""), "There is no feed at this address"),
    ("absent", .answer("gone", status: "404 Not Found"), "answers with status 404"),
    (
      "entities that expand",
      .answer(
        "<!DOCTYPE rss [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
          + "<rss><channel><title>&b;</title></channel></rss>"), "The feed is malformed"
    ),
    (
      "entities that expand and expand",
      .answer(
        "<!DOCTYPE rss [<!ENTITY l0 \"lol\">"
          + (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
          .joined() + "]><rss><channel><title>&l9;</title></channel></rss>"),
      "The feed is malformed"
    ),
    (
      "an entity of a file",
      .answer(
        "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
          + "<rss><channel><title>&x;</title></channel></rss>"), "The feed is malformed"
    ),
    (
      "a parameter entity of a server",
      .answer(
        "<!DOCTYPE rss [<!ENTITY % x SYSTEM \"http://127.0.0.1:1/x.dtd\"> %x;]>"
          + "<rss><channel><title>x</title></channel></rss>"), "The feed is malformed"
    ),
    ("deep XML", .answer(String(repeating: "<a>", count: 5_000)), "The feed is too large"),
    (
      "deep JSON", .answer(String(repeating: "{\"a\":", count: 5_000)), "The feed is malformed"
    ),
    ("JSON that is not UTF-8", .raw(head + Array("{\"a\": \"".utf8) + [0xFF]), "malformed"),
    (
      "an image",
      .raw(LoopbackServer.Reply.head(["Content-Type: image/png"]) + [0x89, 0x50, 0x4E]),
      "There is no feed at this address"
    ),
    ("circle", .redirect("/feed"), "redirects more than"),
    ("another scheme", .redirect("ftp://example.com/"), "The feed cannot be read"),
    ("endless", .endless(first: head, then: Array(repeating: 0x20, count: 65_536)), "too large"),
    (
      "gzip bomb",
      .endless(
        first: LoopbackServer.Reply.head(["Content-Encoding: gzip"]) + Gzip.endlessZeros.first,
        then: Gzip.endlessZeros.then), "too large"
    ),
    ("cut off", .reset, "The feed cannot be read"),
  ]

  private nonisolated static let head = LoopbackServer.Reply.head(["Content-Type: text/xml"])

  @Test(arguments: bad)
  func `A bad feed says so in words and disturbs no other`(
    what: String, reply: LoopbackServer.Reply, said: String
  ) throws {
    try withDiscover {
      $0.path == "/good" ? .answer(Self.good) : reply
    } _: { app, server in
      try addBesideGood(app, server)
      try expectComplaint(said, app, server)
    }
  }

  @Test(arguments: bad)
  func `A bad feed says so in Chinese where the app does`(
    what: String, reply: LoopbackServer.Reply, _: String
  ) throws {
    try withDiscover({ _ in reply }, language: .chinese) { app, server in
      try expectChineseComplaint(app, server)
    }
  }

  @Test func `In Chinese, too, a feed says that it is refused, slow or out of reach`() throws {
    for reply in [LoopbackServer.Reply.redirect("http://127.0.0.1:1/"), .stalled([])] {
      try withDiscover({ _ in reply }, language: .chinese) { app, server in
        try expectChineseComplaint(app, server)
      }
    }
    try withDiscover({ _ in .reset }, language: .chinese) { app, server in
      let port = server.origin
      server.close()
      try addInChinese(app, port + "/feed")
      try app.turn(with: server) { words(app).contains("无法连接 \(port)") }
    }
  }

  private func addInChinese(_ app: AppFixture, _ url: String) throws {
    try app.run("type \"订阅地址\" \"\(url)\"")
    try tap(app, "添加订阅")
  }

  /// Adds a feed that is none and waits for what is said of it.
  private func expectChineseComplaint(_ app: AppFixture, _ server: LoopbackServer) throws {
    try addInChinese(app, server.origin + "/feed")
    try app.turn(with: server) { !server.requests.isEmpty || server.connections > 0 }
    for _ in 0..<100 { server.turn() }
    app.loop.turn(wait: false)
    app.clock.advance(by: 15_000_000_000)
    try app.turn(with: server) {
      let text = words(app)
      return !text.contains("正在获取") && text.contains("/feed [ 移除 ]")
    }
    try app.drive.settle()
    let text = words(app)
    let feed = try #require(text.firstRange(of: server.origin + "/feed [ 移除 ]"))
    let reason = text[feed.upperBound...].prefix { $0 != "[" }
    #expect(reason.contains("订阅"), "\(text)")
    #expect(englishSentence(in: String(reason)) == nil, "\(reason)")
  }

  @Test func `A feed that leads to an origin that is not granted is not read from there`() throws {
    var target = ""
    try withDiscover {
      $0.path == "/good" ? .answer(Self.good) : .redirect(target)
    } _: { app, server in
      let other = try LoopbackServer(app.loop) { _ in .answer(Self.good) }
      defer { other.close() }
      target = other.origin + "/feed"
      try addBesideGood(app, server)
      try expectComplaint("that this app may not read", app, server)
      #expect(other.requests.isEmpty)
    }
  }

  nonisolated static let slow: [(String, LoopbackServer.Reply)] = [
    ("no answer", .stalled([])),
    ("half a body", .stalled(head + Array("<rss><chan".utf8))),
    ("a body that trickles", .endless(first: head, then: [0x20])),
    ("headers that trickle", .endless(first: Array("HTTP/1.1 200 OK\r\nX: ".utf8), then: [0x78])),
  ]

  @Test(arguments: slow)
  func `A feed that takes too long is given up and says so`(
    _ what: String, _ reply: LoopbackServer.Reply
  ) throws {
    try withDiscover {
      $0.path == "/good" ? .answer(Self.good) : reply
    } _: { app, server in
      try addBesideGood(app, server)
      try app.turn(with: server) { server.requests.count == 2 }
      for _ in 0..<100 { server.turn() }
      app.loop.turn(wait: false)
      #expect(words(app).contains("Fetching…"))
      app.clock.advance(by: 15_000_000_000)
      try expectComplaint("The feed is too slow to answer", app, server)
      try app.turn(with: server) { server.open == 0 }
    }
  }

  /// Adds a good feed, and then another that is not.
  private func addBesideGood(_ app: AppFixture, _ server: LoopbackServer) throws {
    try add(app, server.origin + "/good")
    try turn(app, server, until: "A red leaf")
    try add(app, server.origin + "/feed")
  }

  /// Waits until the feed is given up, and looks whether it is named with the reason and all else works.
  private func expectComplaint(
    _ said: String, _ app: AppFixture, _ server: LoopbackServer
  ) throws {
    try app.turn(with: server) { words(app).contains(said) && !words(app).contains("Fetching") }
    try app.drive.settle()
    let text = words(app)
    let feed = try #require(text.firstRange(of: server.origin + "/feed [ Remove ]"))
    let reason = text[feed.upperBound...].prefix { $0 != "[" }
    #expect(reason.contains(said), "the reason stands below the feed: \(text)")
    try app.run("expect \"A red leaf\"", "type \"Search\" \"maple\"", "expect \"A red leaf\"")
    #expect(app.services.requests.count == 0)
  }

  @Test
  func `A slow feed says that it is being fetched, holds up no other, and ends with its page`()
    throws
  {
    try withDiscover {
      $0.path == "/slow" ? .stalled([]) : .answer(Self.good)
    } _: { app, server in
      try add(app, server.origin + "/slow")
      try turn(app, server, until: "Fetching…")
      let field = try #require(app.controller.screen.fields("Feed address").first)
      app.controller.perform(app.controller.screen.type(server.origin + "/good", into: field))
      try app.turn(with: server) { words(app).contains(server.origin + "/good") }
      try tap(app, "Add feed")
      try turn(app, server, until: "A red leaf")
      #expect(words(app).contains("Fetching…"))
      app.controller.navigation.request(.root(.init("TimelinePage")))
      try app.turn(with: server) { app.stack == ["TimelinePage"] }
      #expect(app.services.requests.count == 0)
      try app.drive.settle()
    }
  }

  @Test func `An address is the same feed however it is written`() throws {
    try withDiscover { _ in
      .answer(Self.good)
    } _: { app, server in
      try add(app, server.origin + "/good?of=A#part")
      try turn(app, server, until: "A red leaf")
      try add(app, server.origin.uppercased() + "/good?of=A")
      try turn(app, server, until: "is there already")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `What is no address is refused before anything is fetched`() throws {
    try withDiscover { _ in
      .answer("")
    } _: { app, server in
      try app.run("tap \"Add feed\"", "expect \"Type a feed's address\"")
      try app.run(
        "type \"Feed address\" \"two words\"", "tap \"Add feed\"",
        "expect \"Type a feed's address\"")
      #expect(server.connections == 0)
    }
  }
}
