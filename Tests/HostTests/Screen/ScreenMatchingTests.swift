import Host
import Testing

@MainActor @Suite struct ScreenMatchingTests {
  private let screen = Screen(width: 80, height: 24)

  @Test("A button, a toggle and a tab are found by their words")
  func targets() {
    screen.show([SampleViews.home(SampleViews.login)])
    #expect(
      screen.targets("  Sign   in ").map(\.target) == [.node(NodeReference(page: 2, id: "signIn"))])
    #expect(screen.targets("Remember me").count == 1)
    #expect(screen.targets("Clear").map(\.target) == [.node(NodeReference(page: 1, id: "clear"))])
    #expect(screen.targets("Contacts").map(\.target) == [.tab(1)])
    #expect(screen.targets("Sign").isEmpty)
    #expect(screen.targets("Account").isEmpty, "a field is typed into, not tapped")
    #expect(screen.targets("#create").count == 1)
    #expect(screen.targets("#nothing").isEmpty)
  }

  @Test("Several matches tell themselves apart by what stands beside them")
  func several() {
    screen.show([SampleViews.layer(SampleViews.posts(3))])
    let matches = screen.targets("Delete")
    #expect(
      matches.map(\.description) == [
        "#delete-0 [Delete] in \"Post number 0\"", "#delete-1 [Delete] in \"Post number 1\"",
        "#delete-2 [Delete] in \"Post number 2\"",
      ])
  }

  @Test("Tapping scrolls to the target first")
  func tapping() throws {
    screen.show([SampleViews.layer(SampleViews.posts(60))])
    #expect(!screen.shows("Post number 50"))
    let match = try #require(screen.targets("Delete").dropFirst(50).first)
    #expect(screen.tap(match) == .tap(NodeReference(page: 7, id: "delete-50")))
    #expect(screen.shows("Post number 50"))
    #expect(!screen.shows("Post number 0"))
  }

  @Test("Typing replaces a field's contents")
  func typing() throws {
    screen.show([SampleViews.layer(SampleViews.login)])
    let match = try #require(screen.fields("Account").first)
    #expect(screen.fields("Account:").first == match)
    #expect(
      screen.type("bob", into: match) == .change(NodeReference(page: 7, id: "account"), "bob"))
    #expect(screen.type("bob", into: match) == .redraw)
    #expect(screen.shows("Account: [bob"))
    let password = try #require(screen.fields("Password").first)
    _ = screen.type("secret", into: password)
    #expect(screen.shows("••••••"))
    #expect(!screen.shows("secret"))
  }

  @Test("What is disabled is not found")
  func disabled() {
    let view = ViewNode(
      .column, children: [ViewNode(.button, id: "a", text: "A", flags: .disabled)])
    screen.show([SampleViews.layer(view)])
    #expect(screen.targets("A").isEmpty)
    #expect(screen.targets("#a").isEmpty)
    #expect(screen.everyTarget.isEmpty)
  }

  @Test("Text is found across line breaks and beside other text, and not when it is scrolled out")
  func shows() {
    let long = "A sentence that goes on so that it needs more than one line on a narrow screen."
    let rows = (0..<30).map { ViewNode(.text, text: "row \($0)") }
    let view = ViewNode(
      .column,
      children: [
        ViewNode(.row, children: [ViewNode(.text, text: long), ViewNode(.text, text: long)]),
        ViewNode(.text, text: "你好世界你好世界你好世界你好世界"), ViewNode(.list, children: rows),
      ])
    let narrow = Screen(width: 30, height: 20)
    narrow.show([SampleViews.layer(view)])
    #expect(narrow.shows(long))
    #expect(narrow.shows("世界你好世界你好世界你好"))
    #expect(narrow.shows("row 0 row 1"))
    #expect(!narrow.shows("row 29"))
    narrow.message = ScreenMessage("No such page.", tone: .error)
    #expect(narrow.shows("No such page."))
  }
}
