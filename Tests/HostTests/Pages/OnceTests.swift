import Testing

@testable import Host

/// A page that may be open once has one live object, however it is gone to.
@Suite @MainActor struct OnceTests {
  private static let app = #""start": [{ "open": "StatePage" }]"#
  private static let tabs =
    #""start": [{ "open": "TouchPage" }], "tabs": { "TouchPage": ["CPage", "ManyPage"] }"#

  @Test func `Presented over itself it gives its memory back below, and comes back as it was`()
    throws
  {
    try withApp("StatePage", app: Self.app) { app in
      try app.start()
      try app.run(#"type "Text" "below""#)
      try app.present("StatePage")
      #expect(app.instances("StatePage") == ["StatePage#2"])
      try app.run(#"reject "below""#, #"type "Text" "above""#)
      try app.dismiss()
      try app.run(#"expect "below""#, #"reject "above""#)
      #expect(app.instances("StatePage").count == 1)
    }
  }

  @Test func `A page that waits for the result of itself stays below`() throws {
    try withApp("StatePage", app: Self.app) { app in
      try app.start()
      let instance = try #require(app.controller.navigation.top?.instance)
      app.controller.navigation.request(
        .present(.init("StatePage"), .init(by: instance) { _ in }))
      try app.drive.settle()
      #expect(app.instances("StatePage") == ["StatePage#1", "StatePage#2"])
    }
  }

  @Test func `A page is replaced by one below it by going back`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open CPage", "open ManyPage number=1")
      app.controller.navigation.request(.replace(.init("StatePage")))
      try app.drive.settle()
      #expect(app.stack == ["StatePage"] && app.instances("StatePage") == ["StatePage#1"])
    }
  }

  @Test func `A page on top is replaced by itself with other arguments`() throws {
    try withApp("StatePage", "CPage", app: Self.app) { app in
      try app.start()
      try app.run("open CPage start=4")
      app.controller.navigation.request(.replace(.init("CPage", ["start": .integer(7)])))
      try app.run(#"expect "Count: 7""#)
      #expect(app.stack == ["StatePage", "CPage"] && app.instances("CPage").count == 1)
    }
  }

  @Test func `In a second tab it is the one that is live, and the first one comes back`() throws {
    try withApp("TouchPage", "CPage", "StatePage", app: Self.tabs) { app in
      try app.start()
      try app.run("open StatePage", #"type "Text" "first tab""#, "tab \"ManyPage\"")
      app.controller.navigation.request(.push(.init("StatePage")))
      try app.run(#"reject "first tab""#)
      #expect(app.instances("StatePage").count == 1)
      try app.run("tab \"In C\"", #"expect "first tab""#)
      #expect(app.instances("StatePage").count == 1)
    }
  }
}
