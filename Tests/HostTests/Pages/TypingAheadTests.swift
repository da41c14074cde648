import Testing

@testable import Host

/// What is typed faster than pages are shown.
@Suite @MainActor struct TypingAheadTests {
  @Test func `A field that a page empties at once is empty, however fast it was typed into`() throws
  {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.start()
    try app.signUp()
    try app.run("open TimelinePage")
    // In one turn of the loop, as a terminal sends what was pasted and Enter.
    app.controller.handle(.paste("A leaf"))
    app.controller.handle(.key(.enter))
    try app.drive.settle()
    try app.run("expect \"just now\"")
    #expect(app.controller.screen.fields("New post").count == 1)
    app.controller.handle(.key(.enter))
    try app.drive.settle()
    try app.run("expect \"Write something first.\"")
  }

  /// Leaves with the timeline on screen and a text in its field.
  private func withTimeline(_ body: (AppFixture) throws -> Void) throws {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.start()
    try app.signUp()
    try app.run("open HomePage", #"type "New post" "draft""#)
    try body(app)
  }

  /// Does what a terminal does with keys that came in one read: all in one turn of the loop.
  private func type(_ events: [InputEvent], into app: AppFixture) {
    for event in events { app.controller.handle(event) }
  }

  private func keys(_ text: String) -> [InputEvent] { text.map { .key(.character($0)) } }

  @Test func `Each of several lines in one read is posted once, in order`() throws {
    try withTimeline { app throws in
      app.controller.handle(.key(.control("u")))
      type(
        keys("one") + [.key(.enter)] + keys("two") + [.key(.enter)] + keys("three")
          + [.key(.enter), .key(.enter)], into: app)
      try app.drive.settle()
      try app.run(#"expect "Write something first.""#)
      let texts = try #require(app.controller.screen.snapshot).nodes.map(\.text)
      #expect(texts.filter { ["one", "two", "three"].contains($0) } == ["three", "two", "one"])
      #expect(texts.count { $0.contains("just now") } == 3)
    }
  }

  @Test(arguments: [true, false])
  func
    `Case 12: what is typed behind the choice of a tab is for that tab, not for the page that is left`(
      isHeld: Bool
    ) throws
  {
    try withTimeline { app throws in
      if isHeld { try app.run("delay ContactsPage initData") }
      type([.key(.function(2))] + keys("Bo"), into: app)
      #expect(app.controller.navigation.isBusy)
      try app.drive.settle()
      // Not in one turn, but while it lasts.
      for event in keys("b1") + [.paste(" Dylan"), .key(.backspace), .key(.enter)] {
        app.controller.handle(event)
        try app.drive.settle()
      }
      if isHeld { try app.run(#"expect "draft""#, "release") }
      try app.run(
        #"expect "Bob1 Dyla""#, #"reject "No contacts yet.""#, "key ctrl-p", #"expect "draft""#)
      #expect(!app.text.contains("Bob") && !app.text.contains("just now"))
    }
  }

  @Test(arguments: [true, false])
  func
    `Case 12: nothing of the same read behind a button that leads away reaches the page that is left`(
      isMouse: Bool
    ) throws
  {
    try withTimeline { app throws in
      try app.run(#"tap "Post""#, #"expect "just now""#, #"type "New post" "next""#)
      if isMouse {
        let nodes = try #require(app.controller.screen.snapshot).nodes
        for name in ["Open", "Delete"] {
          let frame = try #require(nodes.first { $0.text == name }).frame
          type(
            [.pressed, .released].map {
              .mouse(x: frame.x, y: frame.y, button: .left, phase: $0)
            }, into: app)
        }
      } else {
        // To Post, to Open; the second Enter is for Edit, which has the focus on the next page.
        type([.key(.tab), .key(.tab), .key(.enter), .key(.enter)], into: app)
      }
      try app.drive.settle()
      #expect(app.controller.navigation.top?.page == "PostPage")
      try app.run(isMouse ? #"expect "Close""# : #"expect "Save""#)
      #expect(app.text.contains("draft"))
    }
  }

  @Test func `Signing out is not lost to what follows in the same read`() throws {
    try withTimeline { app throws in
      try app.run(#"tab "About""#)
      let match = try #require(app.controller.screen.targets("Log out").first)
      app.controller.perform(app.controller.screen.tap(match))
      type([.key(.function(1)), .key(.tab)], into: app)
      try app.drive.settle()
      #expect(app.services.account == nil)
      #expect(app.controller.navigation.top?.page == "GuidePage")
      #expect(try !app.log.contains("leads nowhere"))
    }
  }

  @Test func `A page that is tried again and given up is shown when it comes after all`() throws {
    try withTimeline { app throws in
      try app.run(
        "fail AboutPage initData", #"tab "About""#, "delay AboutPage initData",
        #"tap "Try again""#, "key escape", #"tap "Try again""#)
      #expect(app.controller.navigation.isBusy, "the button joins what is under way")
      try app.run("key escape", "release", #"expect "Log out""#)
      let instance = try #require(app.controller.navigation.top?.instance)
      #expect(instance.appearance == .shown && app.instances("AboutPage").count == 1)
    }
  }

  @Test func `A page that was given up and comes while another is opened is shown in its place`()
    throws
  {
    try withTimeline { app throws in
      try app.run(
        "fail AboutPage initData", #"tab "About""#, "delay AboutPage initData",
        #"tap "Try again""#, "key escape", "delay PostPage initData", "open PostPage post=1",
        "release AboutPage")
      #expect(app.controller.navigation.isBusy)
      try app.run("back", #"expect "Log out""#)
      #expect(app.controller.navigation.top?.instance?.appearance == .shown)
    }
  }

  @Test func `Going back does not undo a root switch, such as signing in, that is under way`()
    throws
  {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.start()
    try app.run(
      #"tap "Next""#, #"tap "Next""#, #"tap "Get started""#, #"type "Account" "ada""#,
      #"type "Password" "correct horse""#, "delay HomePage initData", #"tap "Create account""#,
      #"expect "Opening""#, "back", "key escape")
    #expect(app.controller.navigation.isBusy && app.stack == ["LoginPage"])
    try app.run("release", #"expect "Nothing posted yet.""#)
    #expect(app.stack == ["HomePage"])
  }

  @Test func `While a page's first view is held, what is typed is for no other page`() throws {
    try withTimeline { app throws in
      try app.run(#"tap "Post""#, #"expect "(1)""#, "delay PostPage view 9", #"tap "Open""#)
      // Enter is for the first control of the page that is not seen yet, and not for the button of the tab page.
      type([.key(.character("x")), .key(.enter)], into: app)
      try app.drive.settle()
      try app.run("delay PostPage view 0", "release", #"expect "Save""#)
      #expect(app.text.contains("(1)"))
    }
  }

  @Test(arguments: [
    "fails", "goes back", "goes back by a script", "the same tab", "another tab", "is too much",
  ])
  func `What was typed ahead is for that page alone, and bounded`(_ how: String) throws {
    try withTimeline { app throws in
      if how == "fails" { try app.run("fail ContactsPage initData") }
      try app.run("delay ContactsPage initData")
      type(
        [.key(.function(2))]
          + keys(how == "is too much" ? String(repeating: "x", count: 1_200) : "Bob"), into: app)
      if how != "is too much" { app.controller.handle(.key(.enter)) }
      switch how {
      case "fails":
        // The button to try again has the focus there, and was not chosen.
        try app.run("release", #"expect "Contacts cannot be shown""#, #"expect "Try again""#)
        #expect(!app.controller.navigation.isBusy)
      case "goes back": app.controller.handle(.key(.escape))
      case "goes back by a script": app.controller.perform(.back)
      // As the host itself goes back to it.
      case "the same tab": app.controller.navigation.request(.tab(0))
      case "another tab": app.controller.handle(.key(.function(3)))
      default:
        try app.run("release")
        let name = try #require(app.controller.screen.fields("Name").first)
        let focus = try #require(app.controller.screen.focus)
        #expect(name.label == "Name")
        #expect(
          app.controller.screen.state(of: focus.page)?.editors[focus.id]?.text.count
            == TypedAhead.limit)
      }
      try app.drive.settle()
      #expect(app.controller.typedAhead.isEmpty)
      if how == "another tab" {
        #expect(app.controller.navigation.top?.page == "DiscoverPage")
        #expect(!app.text.contains("Bob"))
      }
      try app.run("key f1", #"expect "draft""#, "key f2")
      if app.controller.navigation.isBusy { try app.run("release") }
      try app.run(#"expect "Name""#)
      #expect(how == "is too much" || !app.text.contains("Bob"))
    }
  }

  @Test func `What is typed before the first page is there is for that page`() throws {
    try withApp("StatePage", app: #""start": [{ "open": "StatePage" }]"#) { app throws in
      try app.run("delay StatePage initData")
      app.controller.start()
      try app.drive.settle()
      type(keys("early"), into: app)
      try app.run("release", #"expect "early""#)
    }
  }

  @Test func `Case 12: a page that is being left is neither clicked nor scrolled nor touched`()
    throws
  {
    try withApp("TouchPage", "CPage", app: #""start": [{ "open": "TouchPage" }]"#) { app throws in
      try app.start()
      let nodes = try #require(app.controller.screen.snapshot).nodes
      let pad = try #require(nodes.first { $0.text.hasPrefix("Pad") }).frame
      let next = try #require(nodes.first { $0.text == "Next" }).frame
      @MainActor func mouse(_ frame: ScreenSnapshot.Frame, _ phase: InputEvent.MousePhase) throws {
        app.controller.handle(.mouse(x: frame.x, y: frame.y, button: .left, phase: phase))
        try app.drive.settle()
      }
      try mouse(pad, .pressed)
      try app.run("delay CPage initData", "open CPage")
      try mouse(pad, .moved)
      try mouse(pad, .released)
      try mouse(pad, .pressed)
      try mouse(next, .pressed)
      try mouse(next, .released)
      let touches = try app.log.split(separator: "\n").compactMap { line in
        ["began", "moved", "ended", "cancelled"].first { line.contains(" first \($0)") }
      }
      #expect(touches == ["began", "cancelled"])
      try app.run("release", #"expect "Count: 0""#)
      #expect(app.stack == ["TouchPage", "CPage"])
    }
  }

  @Test func `What leads away from a page is done while it is being left`() throws {
    try withTimeline { app throws in
      try app.run("delay ContactsPage initData 2")
      app.controller.handle(.key(.function(2)))
      app.controller.handle(.key(.escape))
      #expect(!app.controller.navigation.isBusy)
      try app.run(#"expect "draft""#)
      app.controller.handle(.key(.function(2)))
      let tab = try #require(app.controller.screen.composition?.tabBar?.items[2].frame)
      app.controller.handle(.mouse(x: tab.x, y: tab.y, button: .left, phase: .pressed))
      try app.run(#"expect "Add feed""#)
      var isQuit = false
      app.controller.quit = { isQuit = true }
      try app.run("delay TimelinePage initData")
      app.controller.handle(.key(.function(1)))
      app.controller.handle(.key(.control("q")))
      #expect(isQuit)
    }
  }

  @Test func `The next tab is counted from the one that was chosen last, shown or not`() throws {
    try withTimeline { app throws in
      for _ in 1...3 { app.controller.handle(.key(.control("n"))) }
      try app.drive.settle()
      try app.run(#"expect "A page that is listed only""#)
      for _ in 1...2 { app.controller.handle(.key(.control("n"))) }
      try app.drive.settle()
      try app.run(#"expect "No contacts yet.""#)
      try app.run("delay DiscoverPage initData")
      app.controller.handle(.key(.control("n")))
      app.controller.handle(.key(.control("p")))
      try app.run(#"expect "No contacts yet.""#)
      #expect(!app.controller.navigation.isBusy)
    }
  }

  @Test func `A page that is made anew on the way back is given up once a person knows of it`()
    throws
  {
    try withTimeline { app throws in
      try app.run(#"tap "Post""#, #"tap "Open""#, "warn", "delay TimelinePage initData 3")
      // Twice at once is twice back, which there is not here.
      type([.key(.escape), .key(.escape)], into: app)
      _ = app.loop.settle()
      #expect(app.controller.navigation.isBusy)
      app.clock.advance(by: MainController.openingDelay)
      _ = app.loop.settle()
      try app.run(#"expect "Opening Timeline…""#, "back", #"reject "Opening""#, #"expect "draft""#)
      #expect(app.controller.navigation.top?.page == "PostPage")
      try app.run("back", #"tab "Contacts""#, #"expect "No contacts yet.""#, #"tab "Timeline""#)
      #expect(app.controller.navigation.top?.page == "PostPage")
      try app.run("back", "release", #"expect "New post""#)
      #expect(app.instances("TimelinePage").count == 1 && app.instances("PostPage").isEmpty)
    }
  }

  @Test
  func `A page that is tried again keeps its place and its reason until it is there, or is left`()
    throws
  {
    try withTimeline { app throws in
      try app.run(
        "fail DiscoverPage initData 2", #"tab "Discover""#, "delay DiscoverPage initData 2",
        #"tap "Try again""#, #"expect "Discover cannot be shown""#, #"expect "Opening Discover…""#,
        #"tab "Contacts""#, #"expect "No contacts yet.""#, #"tab "Discover""#)
      #expect(app.controller.navigation.isBusy)
      try app.run("back", #"expect "No contacts yet.""#, #"tab "Discover""#, "release")
      try app.run(#"tap "Try again""#, "release", #"expect "Add feed""#)
      #expect(app.instances("DiscoverPage").count == 1)
    }
  }

  @Test func `What takes long to be opened is told until it is there, has failed or is given up`()
    throws
  {
    try withTimeline { app throws in
      let told = "Opening Contacts…"
      @MainActor func choose() throws {
        try app.run("delay ContactsPage initData")
        app.controller.handle(.key(.function(2)))
        try app.drive.settle()
        app.clock.advance(by: MainController.openingDelay - 1)
        try app.drive.settle()
        #expect(!app.text.contains(told), "what is there at once does not flicker")
        app.clock.advance(by: 1)
        try app.run("expect \"\(told)\"")
        app.controller.handle(.key(.enter))
        try app.run("expect \"\(told)\"")
      }
      try choose()
      app.controller.handle(.key(.escape))
      try app.drive.settle()
      #expect(!app.text.contains(told) && app.text.contains("draft"))
      try choose()
      try app.advance(seconds: 31)
      #expect(!app.text.contains(told))
      try app.run("key f1", #"expect "draft""#)
      #expect(app.loop.pendingTimers == 0)
    }
  }
}
