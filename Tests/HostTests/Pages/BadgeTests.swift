import Testing

@testable import Host

/// The count that a page shows where it can be chosen.
@Suite @MainActor struct BadgeTests {
  private func withTabs(_ body: (AppFixture) throws -> Void) throws {
    try withApp("TouchPage", "AskingPage", "CPage", app: PresentingFlow.tabs) { app in
      try app.start()
      try body(app)
    }
  }

  @Test func `It is drawn on the page's tab, and cleared by 0`() throws {
    try withTabs { app in
      try app.run(#"reject "AskingPage (""#, #"tap "Mark 3""#, #"expect "[AskingPage (3)]""#)
      try app.run(#"tab "In C""#, #"expect "AskingPage (3)""#, #"expect "[In C]""#)
      try app.run(#"tab "AskingPage (3)""#, #"tap "Mark 0""#, #"expect "[AskingPage]""#)
    }
  }

  @Test func `A negative count is none`() throws {
    try withTabs { app in
      try app.run(#"tap "Mark 3""#, #"tap "Mark -2""#, #"expect "[AskingPage]""#)
      #expect(app.controller.controllers["AskingPage"]?.badge == 0)
    }
  }

  @Test func `It outlives the page: a warning, an eviction and another tab leave it`() throws {
    try withTabs { app in
      try app.run(#"tap "Mark 3""#, #"tab "In C""#)
      #expect(try app.warn(.critical).evicted.map(\.instance) == ["AskingPage#2"])
      #expect(try app.state("AskingPage") == .listed)
      try app.run(#"expect "AskingPage (3)""#)
      try app.run(#"tab "AskingPage""#, #"expect "[AskingPage (3)]""#, #"tap "Mark 0""#)
      try app.run(#"tab "In C""#, #"reject "AskingPage (""#)
    }
  }

  @Test func `A page without a tab is not shown with its count, which is kept for one`() throws {
    try withTabs { app in
      try app.run(#"tab "In C""#, "open AskingPage name=deeper", #"tap "Mark 3""#)
      try app.run(#"tab "In C""#, #"expect "AskingPage (3)""#)
    }
  }

  @Test func `A page in C has one too`() throws {
    try withTabs { app in
      try app.run(#"tab "In C""#, #"tap "Count""#, #"tap "Anew""#, #"expect "[In C (1)]""#)
    }
  }

  @Test func `Signing out clears it`() throws {
    try withTabs { app in
      try app.signUp()
      try app.run(#"tap "Mark 3""#)
      app.controller.signOut()
      try app.run(#"expect "[AskingPage]""#)
    }
  }
}
