import Testing

@testable import Host

/// A page that raises the edition of its view is shown as new.
@Suite @MainActor struct EditionTests {
  private func withAsking(
    _ modules: String..., app: String = PresentingFlow.app, _ body: (AppFixture) throws -> Void
  ) throws {
    let fixture = try AppFixture(["AskingPage", "CPage"] + modules, app: app)
    defer { fixture.close() }
    try fixture.start()
    try body(fixture)
  }

  /// What a person does to the page on top that only the host knows.
  private func use(_ app: AppFixture) throws {
    try app.run(
      #"type "Draft" "typed""#, "key tab", "key tab", "key tab", "key pageDown", "key pageDown")
    try #require(!isNew(app))
    #expect(scrolling(app) > 0 && app.controller.screen.focus?.id != field(app))
  }

  /// The first field, where the focus of a new view begins.
  private func field(_ app: AppFixture) -> String? {
    app.controller.screen.fields("Draft").first.map { match in
      if case .node(let reference) = match.target { reference.id } else { "" }
    }
  }

  private func scrolling(_ app: AppFixture) -> Int {
    let top = app.controller.navigation.top?.screenID ?? 0
    return app.controller.screen.state(of: top)?.offsets.values.reduce(0, +) ?? 0
  }

  /// Whether the page on top is seen as one that nobody has used.
  private func isNew(_ app: AppFixture) -> Bool {
    let screen = app.controller.screen
    let state = screen.state(of: app.controller.navigation.top?.screenID ?? 0)
    return scrolling(app) == 0 && screen.focus?.id == field(app)
      && state?.editors.values.allSatisfy { $0.text.isEmpty } == true
  }

  /// Raises it as a person does who neither scrolls nor moves the focus for it.
  private func raise(_ app: AppFixture) throws {
    let instance = try #require(app.controller.navigation.top?.instance)
    let button = try #require(
      app.controller.screen.targets("Anew").first.flatMap { match -> NodeReference? in
        if case .node(let reference) = match.target { reference } else { nil }
      })
    app.controller.send(.tap(id: button.id), to: button)
    try app.drive.settle()
    #expect(app.controller.navigation.top?.instance === instance)
  }

  @Test func `Scrolling, focus and contents of fields that only the host has are gone`() throws {
    try withAsking { app in
      try use(app)
      try raise(app)
      #expect(isNew(app))
      try app.run("key ctrl-_", #"reject "typed""#)
    }
  }

  @Test func `What the page has in its fields itself is shown on`() throws {
    try withAsking { app in
      try app.run(#"type "Note" "kept""#)
      try raise(app)
      try app.run(#"expect "kept""#)
    }
  }

  @Test func `What a person does after it is kept as ever`() throws {
    try withAsking { app in
      try use(app)
      try raise(app)
      try use(app)
      let (before, focus) = (app.controller.screen.picture(), app.controller.screen.focus?.id)
      try app.run("open CPage", "back")
      #expect(app.controller.screen.focus?.id == focus)
      // Whole pictures are too long to be told.
      let isSame = app.controller.screen.picture() == before
      #expect(isSame)
    }
  }

  @Test func `What was kept before an eviction does not come back by it`() throws {
    try withAsking { app in
      try use(app)
      try app.run("open CPage")
      #expect(try app.warn().evicted.count == 1)
      try app.run("back")
      #expect(!isNew(app))
      try raise(app)
      #expect(isNew(app))
    }
  }

  @Test func `What a person does after it comes back after an eviction`() throws {
    try withAsking { app in
      try raise(app)
      try use(app)
      let (before, focus) = (app.controller.screen.picture(), app.controller.screen.focus?.id)
      try app.run("open CPage")
      #expect(try app.warn().evicted.count == 1)
      try app.run("back")
      #expect(app.controller.screen.focus?.id == focus)
      // Whole pictures are too long to be told.
      let isSame = app.controller.screen.picture() == before
      #expect(isSame)
    }
  }

  @Test(arguments: [false, true])
  func `It holds for every place where the page stands, evicted or not`(isEvicted: Bool) throws {
    try withAsking { app in
      try app.run(#"type "Note" "of before""#)
      try use(app)
      try app.run("open CPage", "open AskingPage name=second")
      if isEvicted { #expect(try app.warn().evicted.count == 2) }
      try raise(app)
      try app.run("back", "back", #"expect "Asking as first""#)
      #expect(scrolling(app) == 0 && app.controller.screen.focus?.id == field(app))
      try app.run(#"reject "typed""#)
      // The note is the page's as long as it lives; it does not save it, so the host has nothing to give back.
      try app.run(isEvicted ? #"reject "of before""# : #"expect "of before""#)
    }
  }

  @Test func `Another page of the module is not shown as new`() throws {
    try withAsking("StatePage") { app in
      try app.run("open StatePage", #"type "Text" "kept""#, "key pageDown")
      let before = app.controller.screen.picture()
      try app.run("open AskingPage name=second")
      try raise(app)
      try app.run("back")
      // Whole pictures are too long to be told.
      let isSame = app.controller.screen.picture() == before
      #expect(isSame)
    }
  }

  @Test func `A page in C raises it too`() throws {
    try withAsking(app: #""start": [{ "open": "CPage" }]"#) { app in
      try app.run(#"type "Name" "Ada""#, "key home", "key tab", "key tab", #"tap "Anew""#)
      #expect(app.controller.screen.focus?.id == "name")
      try app.run(#"expect "Hello, Ada""#, "key ctrl-_", #"expect "Hello, Ada""#)
    }
  }
}
