import Foundation
import Testing

/// Every page in a real terminal, at three sizes and in both languages, by keyboard alone.
@Suite(.enabled(if: TmuxTerminal.isAvailable)) struct EveryPageTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test(
    arguments: [(80, 24), (200, 60), (20, 6)], ["en_US.UTF-8", "zh_CN.UTF-8"])
  func `Every page is usable by keyboard`(size: (width: Int, height: Int), locale: String) throws {
    let line = "env LANG=\(locale) \"$TOOL\" run --reduce-motion --app app --data data"
    let terminal = try TmuxTerminal(line, width: size.width, height: size.height, in: app.folder)
    let name = "pages-\(size.width)x\(size.height)-\(locale.prefix(2))"
    let walk = try PageWalk(terminal, golden: name)
    try signIn(walk, isChinese: locale.hasPrefix("zh"))
    try writePosts(walk)
    try keepContacts(walk)
    try discover(walk)
    try signOut(walk)
    try walk.end()
    try terminal.press("C-q")
    #expect(try terminal.ending().status == 0)
  }

  @Test(arguments: ["en_US.UTF-8", "zh_CN.UTF-8"])
  func `Case 26: resized while it is used, it is as if it had always had that size`(
    locale: String
  ) throws {
    let line = "env LANG=\(locale) \"$TOOL\" run --reduce-motion --app app --data data"
    let terminal = try TmuxTerminal(line, in: app.folder)
    let walk = try PageWalk(terminal, golden: "pages-80x24-\(locale.prefix(2))")
    // The same pages at other sizes are in the other files.
    func expectEverySize(_ name: String) throws {
      for (width, height) in [(200, 60), (20, 6), (80, 24)] {
        let file = "pages-\(width)x\(height)-\(locale.prefix(2))"
        try walk.resize(width: width, height: height, as: name, in: file)
      }
    }
    // What has the focus is in view after each change, as after Tab.
    try expectEverySize("guide, first panel, its button")
    try walk.press("Enter", show: "guide, second panel")
    try walk.press("Enter", show: "guide, third panel")
    try terminal.press("Enter")
    try expectEverySize("login")
    try terminal.type(locale.hasPrefix("zh") ? "小明" : "ada")
    try terminal.press("Tab")
    try terminal.type("correct horse")
    try terminal.press("Tab", "Tab", "Tab", "Enter")
    try expectEverySize("timeline, empty")
    try terminal.press("C-q")
    #expect(try terminal.ending().status == 0)
  }

  private func signIn(_ walk: PageWalk, isChinese: Bool) throws {
    try walk.show("guide, first panel")
    // Tab shows the button where it is scrolled out.
    try walk.press("Tab", show: "guide, first panel, its button")
    try walk.press("Enter", show: "guide, second panel")
    try walk.press("Tab", "Enter", show: "guide, third panel")
    try walk.press("Tab", "Enter", show: "login")
    try walk.press("Enter", show: "login, without a name")
    try walk.terminal.type(isChinese ? "小明" : "ada")
    try walk.press("Tab", show: "login, a name")
    try walk.type("correct horse", show: "login, a password")
    try walk.press("Tab", "Space", show: "login, remembered")
    try walk.press("Tab", "Tab", show: "login, its last button")
    try walk.press("Enter", show: "timeline, empty")
  }

  private func writePosts(_ walk: PageWalk) throws {
    try walk.type("秋天，落叶归根。It is a long way down for a leaf, 一片叶子要飘很久。", show: "timeline, a draft")
    try walk.press("Enter", show: "timeline, a post")
    try walk.terminal.type("A leaf")
    try walk.press("Enter", show: "timeline, two posts")
    try walk.press("Tab", "Tab", "Tab", "Tab", show: "timeline, the older post")
    try walk.press("Enter", show: "post")
    try walk.press("Tab", "Tab", "BTab", "BTab", show: "post, its first button")
    try walk.press("Enter", show: "post, editing")
    try walk.press("C-a", show: "post, at the start of its text")
    try walk.terminal.type("* ")
    try walk.press("Enter", show: "post, changed")
    try walk.press("Escape", show: "timeline, a changed post")
    try walk.press("Tab", show: "timeline, its delete button")
    try walk.press("Enter", show: "timeline, without it")
  }

  private func keepContacts(_ walk: PageWalk) throws {
    try walk.press("C-n", show: "contacts, empty")
    try walk.press("Enter", show: "contacts, without a name")
    try walk.terminal.type("Grace Hopper 葛丽丝")
    try walk.press("Tab", show: "contacts, a name")
    try walk.terminal.type("compilers 编译器")
    try walk.press("Enter", show: "contacts, one")
    try walk.press("Tab", "Tab", "Tab", show: "contacts, its open button")
    try walk.press("Enter", show: "contact")
    try walk.press("Tab", "BTab", "Enter", show: "contact, editing")
    try walk.press("Tab", "Tab", show: "contact, introduced by")
    try walk.terminal.type("Nobody")
    try walk.press("Enter", show: "contact, a problem")
    try walk.press("C-u", "Enter", show: "contact, saved")
    try walk.press("Tab", show: "contact, its delete button")
    try walk.press("Enter", show: "contact, before it is deleted")
    try walk.press("Escape", show: "contact, kept")
    try walk.press("Tab", "Enter", show: "contact, before it is deleted after all")
    try walk.press("Tab", "Enter", show: "contacts, none any more")
  }

  private func discover(_ walk: PageWalk) throws {
    try walk.press("C-n", show: "discover")
    try walk.type("leaf", show: "discover, a finding")
    try walk.press("Tab", "Tab", show: "discover, its open button")
    try walk.press("BTab", "BTab", "C-u", show: "discover, nothing searched for")
    try walk.press("Tab", "Tab", show: "discover, a feed's address")
    try walk.press("Enter", show: "discover, no address")
    // A place that no page may read is answered without any network.
    try walk.terminal.type("http://10.0.0.1/feed")
    try walk.press("Enter", show: "discover, a feed")
    try walk.press("Tab", "Tab", show: "discover, its remove button")
    try walk.press("Enter", show: "discover, without it")
  }

  private func signOut(_ walk: PageWalk) throws {
    try walk.press("C-n", show: "about")
    try walk.press("NPage", show: "about, further down")
    try walk.press("BTab", show: "the header's button")
    try walk.press("Enter", show: "the header without notices")
    try walk.press("BTab", show: "about, its button")
    try walk.press("Enter", show: "login again")
  }
}
