import Host
import Testing

/// How whole screens look; the literals are the screens.
@MainActor @Suite struct GoldenScreenTests {
  private func rows(_ layer: Layer, _ width: Int, _ height: Int, message: ScreenMessage? = nil)
    -> String
  {
    let screen = Screen(width: width, height: height)
    screen.message = message
    screen.show([layer])
    var rows = screen.textSnapshot
    #expect(rows.count == height)
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  @Test("A form at 80×24 has its fields aligned and room around its parts")
  func form() {
    #expect(
      rows(SampleViews.layer(SampleViews.login, title: "Sign in"), 80, 24) == """

          Sign in

          Account:  [alice___________________________________________]
          Password: [at least 8 characters___________________________]
          [x] Remember me

          [ Sign in ]  [ Create account ]

          Account and password do not fit.
        """)
  }

  @Test("A form at 20×6 has labels above its fields and scrolls")
  func smallForm() {
    #expect(
      rows(SampleViews.layer(SampleViews.login, title: "Sign in"), 20, 6) == """
        Sign in            ┃
        Account:           ┃
        [alice____________]┃
        Password:          │
        [at least 8 chara…]│
        [x] Remember me    │
        """)
  }

  @Test("A page in a container has the container's view above it and the tabs below")
  func container() {
    #expect(
      rows(SampleViews.home(SampleViews.posts(4)), 60, 16, message: ScreenMessage("Saved.")) == """
          Leaves  (3)                                    [ Clear ]
          New post: [What is new?______________________]  [ Post ]

          Post number 0                                [ Delete ]
          Post number 1                                [ Delete ]
          Post number 2                                [ Delete ]
          Post number 3                                [ Delete ]







          Saved.
         [Timeline] Contacts  Discover  About
        """)
  }

  @Test("A long list scrolls inside its page and marks where it is")
  func list() {
    #expect(
      rows(SampleViews.layer(SampleViews.posts(20)), 40, 8) == """
         New post: [What is new?____]  [ Post ]
         Post number 0              [ Delete ]┃
         Post number 1              [ Delete ]┃
         Post number 2              [ Delete ]│
         Post number 3              [ Delete ]│
         Post number 4              [ Delete ]│
         Post number 5              [ Delete ]│
         Post number 6              [ Delete ]│
        """)
  }

  @Test func `Case 25: Chinese text breaks between characters and keeps its cell pairs`() {
    #expect(
      rows(SampleViews.layer(SampleViews.chinese), 31, 9) == """
         欢迎
         应用由页面组成。每个页面都是
         一个共享库，由宿主发现、加
         载、显示并真正卸载。
         名字: [爱丽丝_______________]
         [ 下一步 ]
        """)
  }

  @Test("Tabs that do not fit become numbers, and at last only the chosen one is there")
  func narrowTabs() {
    let layer = SampleViews.home(SampleViews.posts(0), selected: 2)
    #expect(rows(layer, 30, 4).hasSuffix("\n 1  2 [Discover] 4"))
    #expect(rows(layer, 12, 4).hasSuffix("\n[Discover]"))
    #expect(rows(layer, 7, 4).hasSuffix("\n[Disc…]"))
  }

  @Test("A hint stands where a message would, on a tall screen only")
  func hint() {
    let screen = Screen(width: 80, height: 16)
    screen.hint = HostWords(.english).keyHint
    screen.show([SampleViews.layer(SampleViews.login)])
    #expect(screen.textSnapshot.last == "  " + HostWords(.english).keyHint)
    screen.message = ScreenMessage("Saved.")
    #expect(screen.textSnapshot.last == "  Saved.")
    screen.message = nil
    screen.resize(width: 80, height: 15)
    #expect(screen.textSnapshot.last == "")
  }

  @Test("Rows of one shape stand below one another as a table")
  func table() {
    let rows = [["HomePage", "initialized", "2 MB"], ["GuidePage", "listed", "none"]].map { words in
      ViewNode(.row, children: words.map { ViewNode(.text, text: $0) })
    }
    let layer = SampleViews.layer(ViewNode(.list, children: rows))
    #expect(
      self.rows(layer, 40, 3) == """
         HomePage   initialized  2 MB
         GuidePage  listed       none
        """)
  }

  @Test("A title is said once, with a way back where there is one")
  func title() {
    var layer = SampleViews.layer(SampleViews.login, title: "Sign in")
    #expect(rows(layer, 40, 10).hasPrefix(" Sign in\n Account"))
    layer.canGoBack = true
    #expect(rows(layer, 40, 10).hasPrefix(" ‹ Sign in\n Sign in"))
    layer.content.title = "Other"
    layer.canGoBack = false
    #expect(rows(layer, 40, 10).hasPrefix(" Other\n Sign in"))
    #expect(rows(layer, 40, 9).hasPrefix(" Sign in"), "a low screen has no row for it")
  }

  @Test("Progress shows its part, or that it is not known")
  func progress() {
    let known = ViewNode(.progress, text: "Heap", number: 0.43)
    let unknown = ViewNode(.progress, text: "Heap", number: -1)
    let broken = ViewNode(.progress, text: "Heap", number: .nan)
    let beyond = ViewNode(.progress, text: "Heap", number: 1e300)
    let layer = SampleViews.layer(ViewNode(.column, children: [known, unknown, broken, beyond]))
    #expect(
      rows(layer, 30, 4) == """
         Heap: [██████░░░░░░░░░] 43%
         Heap: [···············]
         Heap: [···············]
         Heap: [███████████████] 100%
        """)
  }
}
