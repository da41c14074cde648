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
}
