import Testing

@testable import Host

/// What is typed while what was typed before is still being stored.
@Suite @MainActor struct TypingOnTests {
  /// Leaves at home, on the tab of a page.
  private func withLeaves(
    _ page: String, _ body: (AppFixture, HeldStatements) throws -> Void
  ) throws {
    let (modules, flow) = try AppFixture.leaves()
    var statements: HeldStatements?
    let app = try AppFixture(modules, app: flow) {
      let services = HeldStatements($0)
      statements = services
      return services
    }
    defer { app.close() }
    try app.signUp()
    app.controller.start()
    try app.run("open HomePage", "open \(page)")
    try body(app, try #require(statements))
  }

  private func field(_ app: AppFixture, _ name: String) throws -> String {
    let match = try #require(app.controller.screen.fields(name).first, "\(app.text)")
    guard case .node(let node) = match.target else { return "" }
    return app.controller.screen.state(of: node.page)?.editors[node.id]?.text ?? ""
  }

  /// Uses the keyboard as a person does who sees what comes of each of these, or, in one read, faster than that.
  private func type(
    _ app: AppFixture, inOneRead: Bool = false, _ events: InputEvent...
  ) throws {
    for event in events {
      app.controller.handle(event)
      if !inOneRead { try app.drive.settle() }
    }
    try app.drive.settle()
  }

  /// An address that is refused without any network.
  private static let address = "http://10.0.0.1/"

  @Test(arguments: [false, true])
  func `Feeds that are added in a row are each of their own address`(inOneRead: Bool) throws {
    try withLeaves("DiscoverPage") { app, statements in
      try app.run("tap #feed-address")
      statements.held = "INSERT INTO feeds"
      try type(
        app, inOneRead: inOneRead, .paste(Self.address + "rss"), .key(.enter),
        .paste(Self.address + "atom"))
      #expect(try field(app, "Feed address") == Self.address + "atom")
      try type(app, .key(.enter))
      #expect(statements.count == 2)
      statements.release()
      try app.run("expect \"\(Self.address)rss\"", "expect \"\(Self.address)atom\"")
      #expect(app.controller.screen.targets("Remove").count == 2)
      #expect(try field(app, "Feed address") == "")
    }
  }

  @Test func `What is being typed stays when the feed before it is stored, or cannot be`() throws {
    for fails in [false, true] {
      try withLeaves("DiscoverPage") { app, statements in
        try app.run("tap #feed-address")
        statements.held = "INSERT INTO feeds"
        try type(app, .paste(Self.address + "rss"), .key(.enter), .paste("half"))
        statements.release(fails: fails)
        try app.drive.settle()
        #expect(app.text.contains("disk is full") == fails)
        try type(app, .paste(" an address"))
        #expect(try field(app, "Feed address") == "half an address")
      }
    }
  }

  @Test func `The address of a feed that cannot be stored is given back`() throws {
    try withLeaves("DiscoverPage") { app, statements in
      try app.run("tap #feed-address")
      statements.held = "INSERT INTO feeds"
      try type(app, .paste(Self.address + "rss"), .key(.enter))
      #expect(try field(app, "Feed address") == "")
      statements.release(fails: true)
      try app.drive.settle()
      #expect(try field(app, "Feed address") == Self.address + "rss")
    }
  }

  @Test(arguments: [("", "A leaf"), ("half", "A leaf half")])
  func `A post that cannot be stored is given back before what is being typed`(
    next: String, left: String
  ) throws {
    try withLeaves("TimelinePage") { app, statements in
      statements.held = "INSERT INTO posts"
      try type(app, .paste("A leaf"), .key(.enter), .paste(next))
      statements.release(fails: true)
      try app.run(#"expect "disk is full""#)
      #expect(try field(app, "New post") == left)
    }
  }

  @Test(arguments: [(60, 20), (20, 6)])
  func `After a contact is added the next one begins with its name`(width: Int, height: Int) throws
  {
    try withLeaves("ContactsPage") { app, _ in
      app.controller.screen.resize(width: width, height: height)
      for number in 10..<40 {
        try type(app, .paste("Ada \(number)"), .key(.tab), .paste("engines \(number)"))
        // A list that was read down is read from its top again.
        try type(app, .key(.pageDown), .key(.enter))
        if app.controller.screen.focus?.id == "field2" { try type(app, .key(.enter)) }
        #expect(app.controller.screen.focus?.id == "field1")
        try app.run(#"expect "Name""#)
      }
      app.controller.screen.resize(width: 60, height: 200)
      for number in 10..<40 { try app.run("expect \"Ada \(number) engines \(number)\"") }
    }
  }

  @Test(arguments: [false, true])
  func `Contacts that are typed in a row are each of their own name`(inOneRead: Bool) throws {
    try withLeaves("ContactsPage") { app, _ in
      try type(
        app, inOneRead: inOneRead, .paste("Ada"), .key(.tab), .paste("engines"), .key(.enter),
        .paste("Grace"), .key(.tab), .paste("compilers"), .key(.enter), .paste("Alan"))
      try app.run(#"expect "Ada engines""#, #"expect "Grace compilers""#)
      #expect(try field(app, "Name") == "Alan")
    }
  }

  @Test(arguments: [("", "Ada"), ("Grace", "Ada Grace")])
  func `The fields of a contact that cannot be stored are given back before what is being typed`(
    next: String, left: String
  ) throws {
    try withLeaves("ContactsPage") { app, statements in
      statements.held = "INSERT INTO contacts"
      try type(
        app, .paste("Ada"), .key(.tab), .paste("engines"), .key(.enter), .paste(next))
      statements.release(fails: true)
      try app.run(#"expect "disk is full""#)
      #expect(try field(app, "Name") == left && field(app, "Note") == "engines")
    }
  }

  /// A page that changes something, the field, the call by which it does, and the tab and fields for a new one.
  nonisolated static let editors = [
    ("PostPage post=1", "Text", "TimelinePage posts.change"),
    ("ContactPage contact=1", "Name", "ContactsPage contacts.change"),
    ("ContactPage contact=1", "Note", "ContactsPage contacts.change"),
  ]

  @Test(arguments: editors)
  func `What is typed while the rest is being saved is not lost, and saved in its turn`(
    page: String, name: String, call: String
  ) throws {
    try withLeaves("ContactsPage") { app, _ in
      try app.run(#"type "Name" "Ada""#, #"tap "Add""#, "open TimelinePage")
      try app.run(#"type "New post" "Leaves fall""#, #"tap "Post""#, "open \(page)", "tap #edit")
      try app.run("type \"\(name)\" \"first\"", "delay \(call)", #"tap "Save""#)
      try app.run("type \"\(name)\" \"second\"", "release")
      #expect(try field(app, name) == "second")
      // What was saved is what Cancel goes back to.
      try app.run(
        "back", #"expect "not saved""#, #"tap "Discard""#, #"expect "first""#, "tap #edit")
      try app.run(
        "type \"\(name)\" \"third\"", #"tap "Save""#, #"reject "Save""#, #"expect "third""#)
    }
  }
}
