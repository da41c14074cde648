import Testing

@testable import Host

/// The app's tabs that were shown and are not any more.
@Suite @MainActor struct HiddenTabTests {
  private func atHome() throws -> AppFixture {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    app.controller.start()
    for line in AppFixture.firstLaunch { try app.run(line) }
    return app
  }

  @Test func `They stay, and keep no timer`() throws {
    let app = try atHome()
    defer { app.close() }
    let timers = app.loop.timers.count
    for tab in ["Contacts", "Discover", "About"] { try app.run("tab \"\(tab)\"") }
    #expect(app.loop.timers.count == timers + 1, "what About shows changes")
    try app.run(#"tab "Timeline""#)
    try app.advance(seconds: 1)
    #expect(app.loop.timers.count == timers)
    #expect(app.controller.modules.count == 5)
  }

  @Test func `A warning releases them, and each comes back as it was`() throws {
    let app = try atHome()
    defer { app.close() }
    try app.run(
      #"tab "Contacts""#, #"type "Name" "half a name""#, #"tab "Discover""#,
      #"type "Search" "grace""#,
      #"tab "Timeline""#)
    let report = try app.warn()
    #expect(report.evicted.map(\.module) == ["ContactsPage", "DiscoverPage"])
    #expect(Set(app.controller.modules.keys) == ["HomePage", "TimelinePage"])
    try app.run(
      #"tab "Contacts""#, #"expect "half a name""#, #"tab "Discover""#, #"expect "grace""#)
  }
}
