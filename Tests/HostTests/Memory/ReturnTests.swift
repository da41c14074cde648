import ManifestModel
import Testing

@testable import Host

/// Every page of the app, evicted and returned to, is seen as it was.
@Suite @MainActor struct ReturnTests {
  /// One page with real content: how to get there and what a person did, and what covers it.
  struct Case: Sendable, CustomTestStringConvertible {
    var page: String
    var lines: [String]
    var cover = "GuidePage"
    var testDescription: String { page }
  }

  private nonisolated static let signUp = AppFixture.firstLaunch

  private nonisolated static let posts = (1...30).flatMap {
    [#"type "New post" "Post number \#($0)""#, #"tap "Post""#]
  }

  private nonisolated static let cases = [
    Case(page: "GuidePage", lines: [#"tap "Next""#], cover: "LoginPage"),
    Case(
      page: "LoginPage",
      lines: signUp.prefix(3) + [
        #"type "Account" "ada lovelace""#, #"tap "Sign in""#, #"expect "Enter your password""#,
        #"tap "Remember me""#, #"type "Password" "half of it""#, #"type "Account" "ada""#,
        "key left", "key left",
      ]),
    Case(page: "HomePage", lines: signUp + posts.prefix(2) + [#"expect "Mark read""#]),
    Case(
      page: "TimelinePage",
      lines: signUp + posts + [
        "key tab", "key tab", "key pageDown", "key pageDown", #"type "New post" "half a sentence""#,
        "key left", "key left", "key left",
      ]),
    Case(
      page: "TimelinePage",
      lines: signUp + posts + [#"tap "Post""#] + Array(repeating: "key tab", count: 20)),
    Case(
      page: "ContactsPage",
      lines: signUp + [
        #"tab "Contacts""#, #"type "Name" "Grace""#, #"type "Note" "compilers""#, #"tap "Add""#,
        #"tap "Add""#, #"expect "A contact needs a name""#, #"type "Note" "with a note""#,
        "key home",
      ]),
    Case(
      page: "DiscoverPage",
      lines: signUp + posts + [
        #"tab "Discover""#, #"type "Search" "number 1""#, "key enter", "key pageDown",
      ]),
    Case(
      page: "PostPage",
      lines: signUp + posts.prefix(4) + [
        #"tap "Open" 2"#, #"tap "Edit""#, #"type "Text" "another text""#, "key left",
      ]),
    Case(
      page: "ContactPage",
      lines: signUp + [
        #"tab "Contacts""#, #"type "Name" "Grace""#, #"tap "Add""#, #"tap "Open""#, #"tap "Edit""#,
        #"type "Note" "knows compilers""#, "key home",
      ]),
    Case(page: "AboutPage", lines: signUp + [#"tab "About""#, "key pageDown"]),
  ]

  @Test func `There is a case for every page of the app`() throws {
    #expect(Set(Self.cases.map(\.page)) == Set(try AppFixture.leaves().modules))
  }

  @Test(arguments: cases)
  func `Case 19: it comes back as it was`(_ item: Case) throws {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.start()
    for line in item.lines { try app.run(line) }
    try app.run(#"reject "cannot be shown""#)
    let chain = app.controller.navigation.chain
    #expect(chain.contains { $0.page == item.page }, "\(chain.map(\.page))")
    if item.page == "AboutPage" {
      // It shows what the host is made of, so that has to be the same before and after.
      _ = try app.warn(.critical)
      try app.present(item.cover)
      _ = try app.warn(.critical)
      try app.dismiss()
      try app.advance(seconds: 1)
    }
    let before = app.controller.screen.picture()
    let snapshot = app.controller.screen.snapshot
    let focus = app.controller.screen.focus?.id
    try app.present(item.cover)
    let report = try app.warn(.critical)
    #expect(report.stayed.isEmpty, "\(report.stayed)")
    #expect(try app.state(item.page) == .listed)
    #expect(app.controller.modules.keys.sorted() == [item.cover])
    try app.dismiss()
    if item.page == "AboutPage" { try app.advance(seconds: 1) }
    let after = app.controller.screen.picture()
    #expect(after.grid.rows == before.grid.rows)
    // Whole values are too long to be told.
    let isSamePicture = after == before
    #expect(isSamePicture)
    #expect(app.controller.screen.focus?.id == focus)
    let isSameSnapshot = app.controller.screen.snapshot == snapshot
    #expect(isSameSnapshot)
    // What stands in the fields is known to the page as well: its password is taken.
    if item.page == "LoginPage" {
      try app.run(#"tap "Create account""#, #"expect "Nothing posted yet""#)
    }
  }

  @Test
  func
    `Case 20: pages of tabs that are not shown are released, and each tab comes back with its stack`()
    throws
  {
    let (modules, flow) = try AppFixture.leaves()
    let app = try AppFixture(modules, app: flow)
    defer { app.close() }
    app.controller.start()
    for line in Self.signUp { try app.run(line) }
    try app.run(#"type "New post" "draft""#, #"tab "Contacts""#, #"type "Name" "Gra""#)
    try app.run("open GuidePage", #"expect "Welcome""#, #"tab "Discover""#)
    #expect(try app.warn().stayed.isEmpty)
    #expect(app.controller.modules.keys.sorted() == ["DiscoverPage", "HomePage"])
    #expect(try app.state("HomePage") == .initialized)
    try app.run(#"tab "Contacts""#, #"expect "Welcome""#, "back", #"expect "Gra""#)
    try app.run(#"tab "Timeline""#, #"expect "draft""#)
  }
}
