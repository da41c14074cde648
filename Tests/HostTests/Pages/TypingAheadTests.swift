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

  @Test(arguments: [true, false])
  func `Case 12: what is typed behind the choice of a tab does not reach the page that is left`(
    isHeld: Bool
  ) throws {
    try withTimeline { app throws in
      if isHeld { try app.run("delay ContactsPage initData") }
      // In one turn of the loop, as a terminal sends what is typed faster than it is read.
      app.controller.handle(.key(.function(2)))
      for character in "Bob1" { app.controller.handle(.key(.character(character))) }
      app.controller.handle(.paste("pasted"))
      app.controller.handle(.key(.backspace))
      app.controller.handle(.key(.enter))
      #expect(app.controller.navigation.isBusy)
      try app.drive.settle()
      if isHeld {
        // Not in one turn, but while it lasts.
        app.controller.handle(.key(.enter))
        try app.drive.settle()
        try app.run(#"expect "draft""#, "release")
      }
      try app.run(#"expect "No contacts yet.""#, "key ctrl-p", #"expect "draft""#)
      #expect(!app.text.contains("Bob") && !app.text.contains("just now"))
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
