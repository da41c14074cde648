import Testing

@testable import Host

/// Transitions to a page whose view does not come, and ways back over several pages, by a script.
@Suite @MainActor struct HeldTransitionTests {
  private static let flow = """
    "start": [{ "open": "TouchPage" }],
    "routes": [
      { "from": "TouchPage", "on": "next", "do": "push", "to": "TouchPage", "pass": { "name": "name" } },
      { "from": "TouchPage", "on": "over", "do": "pop", "to": "StatePage" },
      { "from": "TouchPage", "on": "done", "do": "popToRoot" } ]
    """

  private func withTransitions(_ body: (AppFixture) throws -> Void) throws {
    try withApp("TouchPage", "StatePage", app: Self.flow) { app in
      try app.start()
      try app.run("transition on")
      try body(app)
    }
  }

  /// Opens a page whose view is held, and lets all but its transition come to rest.
  private func openHeld(_ name: String, _ app: AppFixture) throws {
    try app.run("delay TouchPage view")
    app.controller.navigation.request(.push(.init("TouchPage", ["name": .string(name)])))
    _ = app.loop.settle()
  }

  @Test
  func `A view that is held keeps its transition from beginning, and what is shown on screen`()
    throws
  {
    try withTransitions { app in
      try openHeld("second", app)
      app.clock.advance(by: 5_000_000_000)
      _ = app.loop.settle()
      #expect(app.controller.isInTransition && !app.controller.screen.isMoving)
      #expect(app.text.contains("Pad of first"))
      #expect(try app.steps("first").last == "disappearStarted")
      #expect(try app.steps("second") == ["appearStarted"])
      app.controller.answerPlan?.release()
      _ = app.loop.settle()
      #expect(app.controller.screen.isMoving)
      app.clock.advance(by: 300_000_000)
      _ = app.loop.settle()
      #expect(!app.controller.isInTransition && app.text.contains("Pad of second"))
      #expect(try app.steps("first").last == "disappearFinished")
      #expect(try app.steps("second") == ["appearStarted", "appearFinished"])
    }
  }

  @Test(arguments: ["back", "another page", "the end", "a failure"])
  func `Whatever comes while the view is held, both pages are told in balance`(what: String) throws
  {
    try withTransitions { app in
      try openHeld("second", app)
      switch what {
      case "back": app.controller.perform(.back)
      case "another page":
        app.controller.navigation.request(.push(.init("TouchPage", ["name": .string("third")])))
      case "the end": app.controller.navigation.clear()
      default:
        app.clock.advance(by: 31_000_000_000)
      }
      try app.drive.settle()
      #expect(!app.controller.isInTransition && !app.controller.screen.isMoving)
      app.controller.navigation.clear()
      try app.drive.settle()
      #expect(app.instances("TouchPage").isEmpty && app.controller.answerPlan?.heldCalls == [])
      for page in ["first", "second"] {
        let steps = try app.steps(page)
        #expect(steps.last == "releaseData" && LifeBalance.fault(in: steps + ["destroy"]) == nil)
      }
    }
  }

  @Test func `A page that has left before its view came is no error in the log`() throws {
    try withTransitions { app in
      try openHeld("second", app)
      try app.run("back", #"expect "Pad of first""#)
      #expect(try !app.log.contains("error"))
    }
  }

  @Test func `A script goes back to a page of the stack, and to its root, by outcomes`() throws {
    try withTransitions { app in
      try app.run(
        "open StatePage", "open TouchPage name=other", #"tap "Next""#, "open TouchPage name=third")
      #expect(app.stack == ["TouchPage", "StatePage", "TouchPage", "TouchPage", "TouchPage"])
      try app.run(#"tap "Over""#, #"expect "Complain""#)
      #expect(app.stack == ["TouchPage", "StatePage"])
      #expect(try app.steps("third").last == "releaseData")
      try app.run("open TouchPage name=fourth", #"tap "Done""#, #"expect "Pad of first""#)
      #expect(app.stack == ["TouchPage"] && app.instances("StatePage").isEmpty)
      #expect(LifeBalance.fault(in: try app.steps("fourth") + ["destroy"]) == nil)
      // From the root there is nowhere to go back to.
      try app.run(#"tap "Done""#, #"tap "Over""#, #"expect "Pad of first""#)
      #expect(app.stack == ["TouchPage"])
    }
  }
}
