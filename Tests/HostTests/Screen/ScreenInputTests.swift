import Host
import Testing

@MainActor @Suite struct ScreenInputTests {
  private let screen = Screen(width: 40, height: 12)

  private func node(_ id: String) -> NodeReference { NodeReference(page: 7, id: id) }

  private func press(_ x: Int, _ y: Int) -> ScreenAction {
    screen.handle(.mouse(x: x, y: y, button: .left, phase: .pressed))
  }

  private func release(_ x: Int, _ y: Int) -> ScreenAction {
    screen.handle(.mouse(x: x, y: y, button: .left, phase: .released))
  }

  @Test("In a field keys edit, and Enter submits the whole contents")
  func field() {
    screen.show([SampleViews.layer(SampleViews.login)])
    #expect(screen.handle(.key(.character("q"))) == .change(node("account"), "aliceq"))
    #expect(screen.handle(.key(.backspace)) == .change(node("account"), "alice"))
    #expect(screen.handle(.key(.left)) == .redraw)
    #expect(screen.handle(.key(.character("1"))) == .change(node("account"), "alic1e"))
    #expect(screen.handle(.key(.control("u"))) == .change(node("account"), "e"))
    #expect(
      screen.handle(.key(.backspace)) == .none, "nothing before the caret, and it is not 'back'")
    #expect(screen.handle(.paste("two\nlines")) == .change(node("account"), "two linese"))
    #expect(screen.handle(.key(.enter)) == .submit(node("account"), "two linese"))
  }

  @Test(
    "Outside fields keys act",
    arguments: [
      (.enter, .toggle(NodeReference(page: 7, id: "remember"), false)),
      (.character(" "), .toggle(NodeReference(page: 7, id: "remember"), false)),
      (.backspace, .back), (.escape, .back), (.control("b"), .back), (.control("c"), .quit),
      (.control("q"), .quit),
      (.character("q"), .none), (.character("1"), .none), (.control("n"), .none), (.delete, .none),
    ] as [(Key, ScreenAction)])
  func keys(_ key: Key, _ action: ScreenAction) {
    screen.show([SampleViews.layer(SampleViews.login)])
    _ = screen.handle(.key(.tab))
    _ = screen.handle(.key(.tab))
    #expect(screen.handle(.key(key)) == action)
  }

  @Test("Tabs are chosen by number outside a field, and by Control and function keys everywhere")
  func tabs() {
    screen.show([SampleViews.home(SampleViews.posts(1), selected: 3)])
    #expect(screen.handle(.key(.control("n"))) == .moveTab(by: 1))
    #expect(screen.handle(.key(.control("p"))) == .moveTab(by: -1))
    #expect(screen.handle(.key(.function(2))) == .tab(1))
    #expect(
      screen.handle(.key(.character("2"))) == .change(NodeReference(page: 2, id: "post"), "2"))
    _ = screen.handle(.key(.tab))
    #expect(screen.handle(.key(.character("2"))) == .tab(1))
    #expect(screen.handle(.key(.character("4"))) == .tab(3), "the one that is shown")
    #expect(screen.handle(.key(.character("9"))) == .none)
    #expect(press(14, 11) == .tab(1))
  }

  @Test("A click on a button acts when it is let go there")
  func click() {
    screen.show([SampleViews.layer(SampleViews.login)])
    let row = screen.textSnapshot.firstIndex { $0.contains("[ Sign in ]") } ?? 0
    #expect(press(3, row) == .redraw)
    #expect(screen.focus?.id == "signIn")
    #expect(release(3, row) == .tap(node("signIn")))
    #expect(press(3, row) == .redraw)
    #expect(release(30, row) == .none, "let go elsewhere")
    #expect(release(3, row) == .none, "not pressed")
    #expect(press(39, 11) == .none)
  }

  @Test("A click in a field puts the caret there")
  func clickInField() {
    screen.show([SampleViews.layer(SampleViews.login)])
    let row = screen.textSnapshot.firstIndex { $0.contains("[alice") } ?? 0
    let column = 12
    #expect(press(column + 2, row) == .redraw)
    #expect(release(column + 2, row) == .none)
    #expect(screen.picture().caret == .init(x: column + 2, y: row))
    #expect(screen.handle(.key(.character("-"))) == .change(node("account"), "al-ice"))
  }

  @Test("A click on the title goes back where there is a way back")
  func clickOnTitle() {
    var layer = SampleViews.layer(SampleViews.login, title: "Contact")
    layer.canGoBack = true
    screen.show([layer])
    #expect(press(3, 0) == .back)
    layer.canGoBack = false
    screen.show([layer])
    #expect(press(3, 0) == .none)
  }

  @Test("The wheel scrolls what is under it, page keys what the focus is in")
  func scrolling() {
    screen.show([SampleViews.layer(SampleViews.posts(50))])
    #expect(screen.handle(.mouse(x: 3, y: 6, button: .wheelDown, phase: .pressed)) == .redraw)
    #expect(screen.state(of: 7)?.offsets["posts"] == 3)
    #expect(screen.handle(.mouse(x: 3, y: 0, button: .wheelDown, phase: .pressed)) == .none)
    #expect(screen.handle(.key(.pageDown)) == .redraw)
    #expect(screen.state(of: 7)?.offsets["posts"] ?? 0 > 8)
    _ = screen.handle(.key(.tab))
    #expect(screen.handle(.key(.end)) == .redraw)
    #expect(screen.shows("Post number 49"))
    #expect(screen.handle(.key(.end)) == .none)
    #expect(screen.handle(.key(.home)) == .redraw)
    #expect(screen.shows("Post number 0"))
  }

  @Test("Text without controls is scrolled by arrows")
  func reading() {
    let lines = (0..<40).map { ViewNode(.text, text: "line \($0)") }
    screen.show([SampleViews.layer(ViewNode(.column, children: lines))])
    #expect(screen.handle(.key(.up)) == .none)
    #expect(screen.handle(.key(.down)) == .redraw)
    #expect(!screen.shows("line 0 "))
    #expect(screen.handle(.key(.enter)) == .none)
  }

  @Test("With nothing shown yet a person can still quit")
  func nothing() {
    #expect(screen.handle(.key(.control("q"))) == .quit)
    #expect(screen.handle(.key(.tab)) == .none)
    #expect(press(0, 0) == .none)
    screen.message = ScreenMessage("LoginPage cannot be opened", tone: .error)
    #expect(screen.textSnapshot.last == " LoginPage cannot be opened")
  }

  @Test func `Case 26: after a storm of sizes the screen is what the last one makes it`() {
    let layers = [SampleViews.home(SampleViews.posts(30))]
    screen.message = ScreenMessage("Saved.")
    screen.show(layers)
    var random = SampleViews.Random(seed: 26)
    for _ in 0..<300 {
      let (width, height) = (random.number(120) - 2, random.number(50) - 2)
      #expect(screen.handle(.resize(width: width, height: height)) == .redraw)
      let picture = screen.picture()
      #expect(picture.grid.width == max(1, width) && picture.grid.height == max(1, height))
      if let caret = picture.caret { #expect(picture.grid.bounds.contains(x: caret.x, y: caret.y)) }
      _ = screen.handle(
        .mouse(x: random.number(130), y: random.number(60), button: .left, phase: .pressed))
      _ = screen.handle(.key(.down))
    }
    _ = screen.handle(.resize(width: 1_000_000, height: 1_000_000))
    #expect(screen.width == Screen.largest)
    _ = screen.handle(.resize(width: 80, height: 24))
    let fresh = Screen(width: 80, height: 24)
    fresh.message = ScreenMessage("Saved.")
    fresh.show(layers)
    while screen.focus != fresh.focus { _ = screen.handle(.key(.tab)) }
    _ = screen.handle(.mouse(x: 4, y: 12, button: .wheelUp, phase: .pressed))
    for _ in 0..<20 { _ = screen.handle(.mouse(x: 4, y: 12, button: .wheelUp, phase: .pressed)) }
    #expect(screen.textSnapshot == fresh.textSnapshot)
  }

  @Test(
    arguments: [SampleViews.login, SampleViews.chinese])
  func `Case 26: a 1×1 screen shows one cell of the page`(view: ViewNode) {
    let screen = Screen(width: 1, height: 1)
    screen.show([SampleViews.home(view)])
    for key in [Key.tab, .down, .up, .pageDown, .character("你"), .backspace, .home, .end] {
      _ = screen.handle(.key(key))
      #expect(screen.textSnapshot.count == 1)
    }
  }
}
