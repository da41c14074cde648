import Host
import Testing

@MainActor @Suite struct ScreenFocusTests {
  private let screen = Screen(width: 40, height: 12)

  private func focusAfter(_ keys: Key...) -> String? {
    for key in keys { _ = screen.handle(.key(key)) }
    return screen.focus?.id
  }

  @Test("The focus begins at the first field, else at the main button, else at the first control")
  func beginning() {
    screen.show([SampleViews.layer(SampleViews.login)])
    #expect(screen.focus == NodeReference(page: 7, id: "account"))
    let buttons = [
      ViewNode(.button, id: "back", text: "Back"),
      ViewNode(.button, id: "next", text: "Next", flags: .prominent),
    ]
    let other = Screen(width: 40, height: 12)
    other.show([SampleViews.layer(ViewNode(.row, children: buttons))])
    #expect(other.focus?.id == "next")
    let plain = Screen(width: 40, height: 12)
    plain.show([SampleViews.layer(ViewNode(.row, children: [buttons[0]]))])
    #expect(plain.focus?.id == "back")
  }

  @Test("Tab goes through the document and around its ends")
  func tab() {
    screen.show([SampleViews.layer(SampleViews.login)])
    #expect(focusAfter(.tab) == "password")
    #expect(focusAfter(.tab, .tab, .tab) == "create")
    #expect(focusAfter(.tab) == "account")
    #expect(focusAfter(.backtab) == "create")
  }

  @Test("Arrows move by what is seen: down the rows, along a row")
  func arrows() {
    screen.show([SampleViews.layer(SampleViews.login)])
    #expect(focusAfter(.down, .down, .down) == "signIn")
    #expect(focusAfter(.right) == "create")
    #expect(focusAfter(.up) == "remember")
    #expect(focusAfter(.up, .up) == "account")
    #expect(focusAfter(.up) == "account")
  }

  @Test("When all controls are replaced, the focus begins anew and the view is read from its top")
  func replacement() {
    let text = (0..<20).map { ViewNode(.text, text: "line \($0)") }
    let reader = ["edit", "delete", "close"].map { ViewNode(.button, id: $0, text: $0) }
    let editor = [
      ViewNode(.field, id: "text", text: "Text"), ViewNode(.button, id: "save", text: "Save"),
      ViewNode(.button, id: "cancel", text: "Cancel"),
    ]
    screen.show([SampleViews.layer(ViewNode(.column, id: "root", children: text + reader))])
    #expect(focusAfter(.tab, .backtab) == "edit")
    screen.show([SampleViews.layer(ViewNode(.column, id: "root", children: editor))])
    #expect(screen.focus?.id == "text")
    #expect(focusAfter(.tab) == "save")
    screen.show([SampleViews.layer(ViewNode(.column, id: "root", children: text + reader))])
    #expect(screen.focus?.id == "edit", "and not on what is in the place of Save")
    #expect(screen.shows("line 0"))
  }

  @Test func `Case 28: only the page on top has the focus and gets what is typed`() {
    let below = SampleViews.layer(SampleViews.login)
    let above = Layer(LayerContent(instance: 8, page: "OtherPage", view: SampleViews.posts(1)))
    screen.show([below])
    #expect(focusAfter(.character("1"), .tab) == "password")
    screen.show([below, above])
    #expect(
      screen.handle(.key(.character("x"))) == .change(NodeReference(page: 8, id: "post"), "x"))
    #expect(screen.state(of: 7)?.editors["password"]?.text == "")
    screen.show([below])
    #expect(screen.focus == NodeReference(page: 7, id: "password"), "each page keeps its own")
    #expect(screen.state(of: 7)?.editors["account"]?.text == "alice1")
  }

  @Test("In a container the page has the focus first, and Tab reaches the container's controls")
  func container() {
    screen.show([SampleViews.home(SampleViews.posts(1))])
    #expect(screen.focus == NodeReference(page: 2, id: "post"))
    _ = screen.handle(.key(.backtab))
    #expect(screen.focus == NodeReference(page: 1, id: "clear"))
    #expect(screen.handle(.key(.enter)) == .tap(NodeReference(page: 1, id: "clear")))
    screen.show([SampleViews.home(ViewNode(.text, text: "Nothing to do here"))])
    #expect(screen.focus == NodeReference(page: 1, id: "clear"))
  }

  @Test("When what has the focus goes, what is in its place gets it")
  func removal() {
    func list(_ ids: [String]) -> Layer {
      SampleViews.layer(ViewNode(.list, children: ids.map { ViewNode(.button, id: $0, text: $0) }))
    }
    screen.show([list(["a", "b", "c"])])
    #expect(focusAfter(.tab) == "b")
    screen.show([list(["a", "c"])])
    #expect(screen.focus?.id == "c")
    screen.show([list(["a"])])
    #expect(screen.focus?.id == "a")
    screen.show([list([])])
    #expect(screen.focus == nil)
    #expect(screen.handle(.key(.enter)) == .none)
  }

  @Test("A control that is disabled keeps the focus and does nothing")
  func disabled() {
    func form(_ flags: ViewNode.Flags) -> Layer {
      SampleViews.layer(
        ViewNode(
          .column,
          children: [
            ViewNode(.button, id: "a", text: "A"),
            ViewNode(.button, id: "b", text: "B", flags: flags),
            ViewNode(.button, id: "c", text: "C"),
          ]))
    }
    screen.show([form([])])
    #expect(focusAfter(.tab) == "b")
    screen.show([form(.disabled)])
    #expect(screen.focus?.id == "b")
    #expect(screen.handle(.key(.enter)) == .none)
    #expect(focusAfter(.tab) == "c")
    #expect(focusAfter(.tab) == "a", "the disabled one is passed over")
  }

  @Test(
    "The focus is scrolled into view, and a page that changes leaves the person's scrolling alone")
  func scrolling() {
    screen.show([SampleViews.layer(SampleViews.posts(50))])
    for _ in 0..<30 { _ = screen.handle(.key(.down)) }
    #expect(screen.focus?.id == "delete-29")
    #expect(screen.textSnapshot.contains { $0.contains("Post number 29 ") })
    #expect(screen.handle(.mouse(x: 4, y: 5, button: .wheelUp, phase: .pressed)) == .redraw)
    let offset = screen.state(of: 7)?.offsets["posts"]
    screen.show([SampleViews.layer(SampleViews.posts(50))])
    #expect(screen.state(of: 7)?.offsets["posts"] == offset)
  }

  @Test("A new page is read from its top; one that comes back has its focus in view")
  func firstLook() {
    let lines = (0..<40).map { ViewNode(.text, text: "line \($0)") }
    let next = ViewNode(.button, id: "next", text: "Next")
    let layer = SampleViews.layer(ViewNode(.column, children: lines + [next]))
    screen.show([layer])
    #expect(screen.focus?.id == "next")
    #expect(screen.shows("line 0 line 1"))
    screen.show([])
    screen.show([layer])
    #expect(screen.shows("[ Next ]"))
  }

  @Test("A page comes back as it was left, from a state that was kept elsewhere")
  func keeping() throws {
    screen.show([SampleViews.layer(SampleViews.login)])
    _ = focusAfter(.character("!"), .tab, .character("s"))
    let state = try #require(screen.state(of: 7))
    screen.forget(7)
    var layer = SampleViews.layer(SampleViews.login)
    layer.content.state = state
    let other = Screen(width: 40, height: 12)
    other.show([layer])
    #expect(other.focus?.id == "password")
    #expect(other.state(of: 7)?.editors["account"]?.text == "alice!")
    #expect(other.state(of: 7)?.editors["password"]?.text == "s")
  }
}
