import PageABI
import Testing

@testable import Host

/// What is left of an account when it has signed out: nothing that the next one could come upon.
@Suite @MainActor struct SignOutTests {
  private static let app =
    #""start": [{ "when": "signedIn", "open": "StatePage" }, { "open": "CPage" }]"#

  @Test func `Case 21: after signing out, going back and opening anew show nothing of before`()
    throws
  {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.signUp()
      try app.start()
      try app.run(
        #"type "Text" "private""#, "open ManyPage number=1", #"tap "Tap""#, "open ManyPage number=2"
      )
      // Those below are kept as what they saved, and are forgotten all the same.
      #expect(try app.warn().evicted.count == 2)
      app.controller.signOut()
      try app.run(
        #"expect "Count: 0""#, "back", "key escape", #"expect "Count: 0""#, #"reject "private""#)
      #expect(app.stack == ["CPage"] && !app.controller.navigation.canGoBack)
      for page in ["StatePage", "ManyPage"] {
        #expect(try app.state(page) == .listed)
        #expect(app.controller.controllers[page]?.savedState.isEmpty == true)
      }
      #expect(app.controller.screen.states.count == 1)
      try app.run(
        "open StatePage", #"reject "private""#, "open ManyPage number=1", #"expect "1, 0 taps""#)
    }
  }

  @Test func `Case 21: what was cut out of a field is not put back by the next account`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.signUp()
      try app.start()
      try app.run(#"type "Text" "private""#)
      app.controller.handle(.key(.control("u")))
      app.controller.handle(.key(.control("y")))
      try app.run(#"expect "private""#)
      app.controller.signOut()
      app.services.session.createAccount(account: "bob", password: "secret", remember: false) { _ in
      }
      try app.drive.settle()
      try app.run("open StatePage", #"type "Text" """#, "key ctrl-y", #"reject "private""#)
    }
  }

  @Test func `Case 21: a call that waits for its page is answered, and not delivered later`() throws
  {
    try withApp("StatePage", "CPage", "ChainPage", "LinkPage", app: Self.app) { app in
      try app.signUp()
      try app.start()
      // One call waits from outside of the pages, one from a page.
      let box = AnswerBox()
      app.controller.dispatcher.call("chain.keep", [.integer(41)]) { box.answer = $0 }
      try app.run("open ChainPage", #"tap "Keep""#)
      app.controller.signOut()
      try app.drive.settle()
      #expect(box.answer?.status == .cancelled)
      #expect(box.answer?.message == "the account signed out")
      try app.run("open KeepPage", #"expect "Kept:""#, #"reject "41""#, #"reject "7""#)
    }
  }

  @Test
  func `Case 21: a page that was woken for a call is released without being asked for its state`()
    throws
  {
    try withApp("StatePage", "CPage", "ChainPage", "LinkPage", app: Self.app) { app in
      try app.signUp()
      try app.start()
      #expect(try app.call("chain.wake")?.value == .integer(1))
      app.controller.signOut()
      try app.drive.settle()
      #expect(try app.state("WakePage") == .listed && app.controller.background.isEmpty)
      #expect(try app.call("chain.wake")?.value == .integer(1), "it counts from the beginning")
    }
  }
}
