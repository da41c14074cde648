import Testing

@testable import Host

/// What pages and a person ask for while a page is awaited, with real pages.
@Suite @MainActor struct WaitingRequestTests {
  private static func app(over step: String) -> String {
    #"""
    "start": [{ "open": "TouchPage" }], "routes": [
      { "from": "TouchPage", "on": "next", "do": "push", "to": "TouchPage", "pass": { "name": "name" } },
      { "from": "TouchPage", "on": "over", "do": "\#(step)", "to": "TouchPage", "pass": { "name": "name" } },
      { "from": "TouchPage", "on": "done", "do": "pop" }]
    """#
  }

  private func atHome() throws -> AppFixture {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    app.controller.start()
    try app.run(
      #"tap "Next""#, #"tap "Next""#, #"tap "Get started""#, #"type "Account" "ada""#,
      #"type "Password" "correct horse""#, #"tap "Create account""#)
    return app
  }

  /// Has a page do what it does for a button, of itself: a person could not choose it while another page is awaited.
  private func act(_ label: String, _ app: AppFixture) throws {
    let button = try #require(app.controller.screen.targets(label).first, "\(app.text)")
    app.controller.carryOut(app.controller.screen.tap(button))
    try app.drive.settle()
  }

  private func names(_ app: AppFixture) -> [String] {
    app.controller.navigation.stack.map { entry in
      if case .string(let name)? = entry.arguments["name"] { name } else { "" }
    }
  }

  @Test func `A page that is opened while another tab is awaited does not come over that tab`()
    throws
  {
    let app = try atHome()
    defer { app.close() }
    try app.run(
      #"type "New post" "leaf""#, #"tap "Post""#, "delay ContactsPage initData",
      #"tab "Contacts""#)
    try act("Open", app)
    try app.run("release")
    #expect(app.controller.navigation.chain.map(\.page) == ["HomePage", "ContactsPage"])
    #expect(try app.log.contains("TimelinePage asked to go elsewhere"))
    try app.run(#"tab "Timeline""#, #"tap "Open""#)
    #expect(app.controller.navigation.top?.page == "PostPage")
  }

  @Test func `A tab that does not come is given up by another tab or by going back`() throws {
    let app = try atHome()
    defer { app.close() }
    try app.run("delay ContactsPage initData", #"tab "Contacts""#, #"tab "About""#)
    #expect(app.controller.navigation.top?.page == "AboutPage")
    try app.run(#"tab "Contacts""#, "back")
    #expect(!app.controller.navigation.isBusy)
    #expect(app.controller.navigation.top?.page == "AboutPage")
    try app.run(#"tab "Contacts""#, "release")
    #expect(app.controller.navigation.top?.page == "ContactsPage")
    #expect(app.instances("ContactsPage").count == 1)
  }

  @Test func `A presented page that has its result leaves with what it was about to present`()
    throws
  {
    try withApp("TouchPage", app: Self.app(over: "present")) { app in
      try app.start()
      try app.run(
        #"tap "Over""#, "delay TouchPage initData", #"tap "Over""#)
      try act("Done", app)
      try app.run("release")
      #expect(app.controller.navigation.presented.isEmpty && !app.controller.navigation.isBusy)
      #expect(app.instances("TouchPage") == ["TouchPage#1"])
    }
  }

  @Test func `A page that leaves while another is opened over it does not give that up`() throws {
    try withApp("TouchPage", app: Self.app(over: "push")) { app in
      try app.start()
      try app.run(
        #"tap "Next""#, "delay TouchPage initData", #"tap "Over""#)
      try act("Done", app)
      try app.run("release")
      #expect(names(app) == ["", "modal"])
      try app.run("back")
      #expect(app.instances("TouchPage") == ["TouchPage#1"])
    }
  }

  @Test func `Only a page that is on screen presents another`() throws {
    let flow =
      #""start": [{ "open": "StatePage" }], "routes": [{ "from": "StatePage", "on": "deeper", "#
      + #""do": "present", "to": "ManyPage", "pass": { "number": "number" } }]"#
    try withApp("StatePage", "CPage", app: flow) { app in
      try app.start()
      let instance = try #require(app.controller.navigation.top?.instance)
      let present = {
        _ = app.controller.present("deeper", ["number": .integer(1)], for: instance, token: 1 << 40)
        try app.drive.settle()
      }
      try app.run("open CPage")
      try present()
      #expect(app.controller.navigation.top?.page == "CPage")
      try app.run("back")
      try present()
      #expect(app.controller.navigation.top?.page == "ManyPage")
    }
  }
}
