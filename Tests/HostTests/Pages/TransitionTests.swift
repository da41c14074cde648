import Testing

@testable import Host

/// Transitions and touches of real pages, by a clock that stands still.
@Suite @MainActor struct TransitionTests {
  private static let flow = """
    "start": [{ "open": "TouchPage" }],
    "routes": [
      { "from": "TouchPage", "on": "next", "do": "push", "to": "TouchPage", "pass": { "name": "name" } },
      { "from": "TouchPage", "on": "over", "do": "replace", "to": "TouchPage",
        "transition": "cover", "pass": { "name": "name" } },
      { "from": "TouchPage", "on": "failing", "do": "push", "to": "TouchPage", "pass": { "fail": "fail" } },
      { "from": "TouchPage", "on": "done", "do": "push", "to": "FadingPage" } ]
    """

  /// An app that has shown its first page and draws transitions from now on.
  private func withTransitions(_ body: (AppFixture) throws -> Void) throws {
    try withApp("TouchPage", app: Self.flow) { app throws in
      app.controller.start()
      try app.drive.settle()
      app.controller.transitions = .animated
      try body(app)
    }
  }

  /// Taps without waiting for what comes of it to end.
  private func tap(_ label: String, _ app: AppFixture) {
    guard let match = app.controller.screen.targets(label).first else { return }
    app.controller.perform(app.controller.screen.tap(match))
    _ = app.loop.settle()
  }

  /// Pushes a page with a name.
  private func open(_ name: String, _ app: AppFixture) {
    app.controller.navigation.request(.push(.init("TouchPage", ["name": .string(name)])))
    _ = app.loop.settle()
  }

  private func advance(_ milliseconds: UInt64, _ app: AppFixture) {
    app.clock.advance(by: milliseconds * 1_000_000)
    _ = app.loop.settle()
  }

  /// Puts a finger somewhere.
  private func touch(_ phase: InputEvent.MousePhase, _ x: Int, _ y: Int, _ app: AppFixture) {
    app.controller.handle(.mouse(x: x, y: y, button: .left, phase: phase))
    _ = app.loop.settle()
  }

  /// The cell of the first letter of the pad.
  private func pad(_ app: AppFixture) throws -> (x: Int, y: Int) {
    let node = try #require(
      app.controller.screen.snapshot?.nodes.first { $0.text.hasPrefix("Pad") })
    return (node.frame.x, node.frame.y)
  }

  // MARK: Transitions

  @Test func `A transition is drawn frame by frame and its pages are told at both ends`() throws {
    try withTransitions { app throws in
      let screen = app.controller.screen
      tap("Next", app)
      #expect(app.controller.isInTransition && screen.isMoving)
      #expect(screen.topLayer?.instance != screen.secondLayer?.instance)
      #expect(screen.textSnapshot.contains { $0.contains("Pad of first") })
      #expect(try app.steps("first") == ["appearStarted", "appearFinished", "disappearStarted"])
      advance(40, app)
      // Half of the way: the one comes in from the right, and no more of the other is left than there is room for.
      #expect(screen.textSnapshot.contains { $0.contains("Pad") && !$0.hasPrefix("  Pad") })
      #expect(!screen.textSnapshot.contains { $0.contains("Pad of first") })
      #expect(try app.steps("second") == ["appearStarted"])
      advance(200, app)
      #expect(!app.controller.isInTransition && !screen.isMoving)
      #expect(try app.steps("first").last == "disappearFinished")
      #expect(try app.steps("second") == ["appearStarted", "appearFinished"])
      #expect(screen.textSnapshot.contains { $0.contains("Pad of second") })
      #expect(screen.secondLayer == nil)
    }
  }

  @Test func `A page that was replaced lives to the end of its transition and is released once`()
    throws
  {
    try withTransitions { app throws in
      tap("Over", app)
      #expect(app.instances("TouchPage").count == 2)
      #expect(app.controller.navigation.passage?.transition == .init(.cover))
      advance(300, app)
      #expect(app.instances("TouchPage").count == 1)
      #expect(
        try app.steps("first") == [
          "appearStarted", "appearFinished", "disappearStarted", "disappearFinished", "releaseData",
        ])
    }
  }

  @Test func `The manifest of a page wishes its transition`() throws {
    try withTransitions { app throws in
      tap("Done", app)
      #expect(app.controller.navigation.passage?.transition == .init(.fade))
    }
  }

  @Test func `Who opens a page may choose its transition, before the page's wish`() throws {
    try withTransitions { app throws in
      for effect in [Flow.Transition.cover, .none, .push] {
        app.controller.open("FadingPage", [:], by: effect)
        _ = app.loop.settle()
        #expect(
          app.controller.navigation.passage?.transition.effect == (effect == .none ? nil : effect))
        advance(300, app)
        app.controller.perform(.back)
        _ = app.loop.settle()
        advance(300, app)
      }
    }
  }

  @Test
  func `Case 11: opening and going back in a transition end it first; each page is released once`()
    throws
  {
    try withTransitions { app throws in
      open("B", app)
      advance(40, app)
      open("B", app)
      #expect(app.instances("TouchPage").count == 2, "the same again is no other opening")
      advance(20, app)
      open("C", app)
      #expect(app.controller.isInTransition && app.instances("TouchPage").count == 3)
      #expect(try app.steps("B") == ["appearStarted", "appearFinished", "disappearStarted"])
      advance(40, app)
      app.controller.handle(.key(.escape))
      _ = app.loop.settle()
      advance(300, app)
      #expect(!app.controller.isInTransition && app.stack == ["TouchPage", "TouchPage"])
      #expect(app.text.contains("Pad of B"))
      app.controller.navigation.clear()
      try app.drive.settle()
      #expect(app.instances("TouchPage").isEmpty)
      for page in ["first", "B", "C"] {
        let steps = try app.steps(page)
        #expect(LifeBalance.fault(in: steps + ["destroy"]) == nil)
        #expect(steps.count { $0 == "releaseData" } == 1 && steps.last == "releaseData")
      }
    }
  }

  @Test(arguments: ["touch", "enter", "tab"])
  func `Case 12: what is done in a transition does not reach the page that leaves`(_ what: String)
    throws
  {
    try withTransitions { app throws in
      let (x, y) = try pad(app)
      // The button that was tapped has the focus of the page that leaves.
      tap("Next", app)
      advance(40, app)
      switch what {
      case "touch":
        touch(.pressed, x, y, app)
        touch(.released, x, y, app)
      case "enter": app.controller.handle(.key(.enter))
      default: app.controller.handle(.key(.tab))
      }
      _ = app.loop.settle()
      advance(300, app)
      #expect(
        try app.steps("first") == [
          "appearStarted", "appearFinished", "disappearStarted", "disappearFinished",
        ])
      #expect(app.instances("TouchPage").count == 2 && app.text.contains("Pad of second"))
    }
  }

  @Test func `Case 12: input ends the transition at once and goes to the page on top alone`() throws
  {
    try withTransitions { app throws in
      tap("Next", app)
      app.controller.handle(.key(.tab))
      #expect(!app.controller.isInTransition && !app.controller.screen.isMoving)
      #expect(app.controller.screen.focus?.page == app.controller.navigation.top?.screenID)
      #expect(try app.steps("second") == ["appearStarted", "appearFinished"])
      let (x, y) = try pad(app)
      touch(.pressed, x, y, app)
      #expect(try app.steps("second").last == "began 0,0")
      #expect(try !app.steps("first").contains { $0.hasPrefix("began") })
    }
  }

  @Test func `Input before the next page is drawn for the first time goes to that page too`() throws
  {
    try withTransitions { app throws in
      app.controller.navigation.request(.push(.init("TouchPage", ["name": .string("second")])))
      #expect(app.controller.isInTransition && !app.controller.showsTop)
      app.controller.handle(.key(.tab))
      #expect(app.controller.showsTop)
      #expect(app.controller.screen.focus?.page == app.controller.navigation.top?.screenID)
    }
  }

  @Test func `Case 13: going back in the middle leaves nothing busy and nothing released twice`()
    throws
  {
    try withTransitions { app throws in
      tap("Next", app)
      advance(50, app)
      app.controller.handle(.key(.escape))
      _ = app.loop.settle()
      advance(50, app)
      app.controller.handle(.key(.tab))
      #expect(!app.controller.navigation.isBusy && !app.controller.isInTransition)
      #expect(app.stack == ["TouchPage"] && app.instances("TouchPage").count == 1)
      #expect(
        try app.steps("second") == [
          "appearStarted", "appearFinished", "disappearStarted", "disappearFinished", "releaseData",
        ])
      #expect(LifeBalance.fault(in: try app.steps("first")) == nil)
      #expect(try app.steps("first").count == 6)
    }
  }

  @Test func `A warning in the middle evicts neither of the two pages that move`() throws {
    try withTransitions { app throws in
      tap("Next", app)
      advance(50, app)
      var report: WarningReport?
      app.controller.warn(.critical) { report = $0 }
      _ = app.loop.settle()
      #expect(try #require(report).evicted.isEmpty)
      #expect(app.controller.isInTransition && app.instances("TouchPage").count == 2)
      advance(200, app)
      #expect(LifeBalance.fault(in: try app.steps("first")) == nil)
      #expect(try app.warn().evicted.map(\.instance) == ["TouchPage#1"])
    }
  }

  @Test func `A page that fails in initData leaves the one before as it was`() throws {
    try withTransitions { app throws in
      tap("Fail", app)
      #expect(!app.controller.isInTransition && app.stack == ["TouchPage"])
      #expect(try app.steps("first").suffix(2) == ["appearStarted", "appearFinished"])
      #expect(app.controller.screen.message?.text.contains("it was told to fail") == true)
    }
  }

  @Test func `A new size in the middle ends the transition`() throws {
    try withTransitions { app throws in
      tap("Next", app)
      app.controller.handle(.resize(width: 20, height: 6))
      #expect(!app.controller.screen.isMoving && !app.controller.isInTransition)
      #expect(app.controller.screen.textSnapshot.count == 6)
    }
  }

  @Test func `Signing out in the middle leaves no picture of what was private`() throws {
    try withTransitions { app throws in
      tap("Over", app)
      advance(50, app)
      app.controller.signOut()
      #expect(!app.controller.screen.isMoving && !app.controller.isInTransition)
      _ = app.loop.settle()
      #expect(!app.text.contains("modal"))
      #expect(app.instances("TouchPage").count == 1)
    }
  }

  @Test func `Without transitions pages change at once`() throws {
    try withTransitions { app throws in
      app.controller.transitions = .none
      tap("Next", app)
      #expect(!app.controller.isInTransition && !app.controller.screen.isMoving)
      #expect(app.text.contains("Pad of second"))
    }
  }

  @Test func `A drive waits for the transitions that it asked for, and has none unless asked`()
    throws
  {
    try withApp("TouchPage", app: Self.flow) { app throws in
      #expect(app.controller.transitions == .none)
      app.controller.start()
      try app.run("transition on", #"tap "Next""#, #"expect "Pad of second""#)
      #expect(!app.controller.isInTransition)
      #expect(try app.steps("first").last == "disappearFinished")
      try app.run("transition off", #"tap "Next""#)
      #expect(app.controller.transitions == .none)
    }
  }

  // MARK: Touches

  @Test func `A touch is told with its place in the node, also outside of it`() throws {
    try withTransitions { app throws in
      let (x, y) = try pad(app)
      touch(.pressed, x + 2, y, app)
      touch(.moved, x + 3, y + 4, app)
      touch(.moved, 0, 0, app)
      touch(.released, x, y, app)
      touch(.moved, x, y, app)
      let told = try app.steps("first").dropFirst(2)
      #expect(Array(told) == ["began 2,0", "moved 3,4", "moved \(-x),\(-y)", "ended 0,0"])
    }
  }

  @Test func `A transition cancels the touch, before anything else is told`() throws {
    try withTransitions { app throws in
      let (x, y) = try pad(app)
      touch(.pressed, x + 2, y, app)
      app.controller.navigation.request(.replace(.init("TouchPage", ["name": .string("next")])))
      _ = app.loop.settle()
      touch(.moved, x, y, app)
      touch(.released, x, y, app)
      #expect(
        try app.steps("first").dropFirst(2) == [
          "began 2,0", "cancelled 2,0", "disappearStarted", "disappearFinished", "releaseData",
        ])
      #expect(try app.steps("next") == ["appearStarted", "appearFinished"])
    }
  }

  @Test func `A page that is released under the finger has its touch cancelled`() throws {
    try withTransitions { app throws in
      let (x, y) = try pad(app)
      touch(.pressed, x, y, app)
      app.controller.navigation.clear()
      #expect(
        try app.steps("first").dropFirst(2) == [
          "began 0,0", "cancelled 0,0", "disappearStarted", "disappearFinished", "releaseData",
        ])
    }
  }

  @Test func `A drive touches by cells of the screen`() throws {
    try withApp("TouchPage", app: Self.flow) { app throws in
      app.controller.start()
      try app.drive.settle()
      let (x, y) = try pad(app)
      try app.run(
        "touch \(x) \(y) began", "touch \(x + 1) \(y) moved", "touch \(x + 1) \(y) ended",
        #"expect "began 0,0 moved 1,0 ended 1,0""#)
    }
  }
}
