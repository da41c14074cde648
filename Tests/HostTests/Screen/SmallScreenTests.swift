import Host
import Testing

/// A page that does not fit on its screen: nothing is chosen, or passed over, that is not seen.
@MainActor @Suite struct SmallScreenTests {
  private let screen = Screen(width: 20, height: 6)

  private func press(_ keys: Key...) -> ScreenAction {
    var action = ScreenAction.none
    for key in keys { action = screen.handle(.key(key)) }
    return action
  }

  private static func lines(_ count: Int) -> [ViewNode] {
    (0..<count).map { ViewNode(.text, id: "line\($0)", text: "line \($0)") }
  }

  private static func button(_ id: String, flags: ViewNode.Flags = []) -> ViewNode {
    ViewNode(.button, id: id, text: id, flags: flags)
  }

  private func show(_ nodes: [ViewNode], page: UInt64 = 7) {
    screen.show([
      Layer(
        LayerContent(
          instance: page, page: "SamplePage",
          view: ViewNode(.column, id: "root", children: nodes)))
    ])
  }

  @Test("Enter on a button that is scrolled out shows it; only then it is chosen")
  func enter() {
    show(Self.lines(9) + [Self.button("delete")])
    #expect(screen.focus?.id == "delete")
    #expect(!screen.shows("[ delete ]"))
    #expect(press(.enter) == .redraw)
    #expect(screen.shows("[ delete ]"))
    #expect(press(.enter) == .tap(NodeReference(page: 7, id: "delete")))
    #expect(press(.pageUp, .pageUp, .character(" ")) == .redraw)
    #expect(press(.character(" ")) == .tap(NodeReference(page: 7, id: "delete")))
  }

  @Test("Enter in a field that is scrolled out shows it before it submits")
  func enterInField() {
    show([ViewNode(.field, id: "field", text: "A long label of a field")] + Self.lines(9))
    #expect(press(.pageDown, .enter) == .redraw)
    #expect(press(.enter) == .submit(NodeReference(page: 7, id: "field"), ""))
  }

  @Test("An arrow goes to the next control only when nothing between is passed over unseen")
  func arrows() {
    show([Self.button("first")] + Self.lines(12) + [Self.button("last")])
    var seen: Set<String> = []
    for _ in 0..<20 where screen.focus?.id == "first" {
      seen.formUnion(screen.textSnapshot)
      _ = press(.down)
    }
    #expect(screen.focus?.id == "last")
    #expect(screen.shows("[ last ]"))
    seen.formUnion(screen.textSnapshot)
    let words = seen.map { String($0.prefix { $0 != "┃" && $0 != "│" }) }
    for number in 0..<12 {
      #expect(words.contains { $0.hasPrefix("line \(number) ") }, "line \(number)")
    }
  }

  @Test("Up in a page that is scrolled scrolls it before it leads to the header")
  func upToHeader() {
    let last = Self.button("last")
    screen.show([SampleViews.home(ViewNode(.column, id: "root", children: Self.lines(9) + [last]))])
    #expect(screen.focus?.id == "last")
    _ = press(.enter)
    for _ in 0..<6 { #expect(press(.up) == .redraw) }
    #expect(screen.focus?.id == "last")
    #expect(screen.shows("line 0"))
    _ = press(.up)
    #expect(screen.focus?.id == "clear")
  }

  @Test("A header of which a part is scrolled out is seen from its top when the focus leaves it")
  func header() {
    screen.show([SampleViews.home(SampleViews.posts(1), notices: "12345678")])
    #expect(screen.shows("Leaves"))
    _ = press(.backtab)
    #expect(screen.focus?.id == "clear")
    #expect(screen.shows("[ Clear ]") && !screen.shows("Leaves"))
    _ = press(.tab)
    #expect(screen.shows("Leaves") && !screen.shows("[ Clear ]"))
  }

  @Test
  func `Case 28: what is typed goes to a field that is seen, wherever the page was scrolled to`() {
    show([ViewNode(.field, id: "field", text: "Name")] + Self.lines(9))
    #expect(screen.handle(.mouse(x: 1, y: 1, button: .wheelDown, phase: .pressed)) == .redraw)
    #expect(!screen.shows("Name"))
    #expect(press(.character("x")) == .change(NodeReference(page: 7, id: "field"), "x"))
    #expect(screen.shows("Name: [x"))
    _ = screen.handle(.mouse(x: 1, y: 1, button: .wheelDown, phase: .pressed))
    #expect(screen.handle(.paste("yz")) == .change(NodeReference(page: 7, id: "field"), "xyz"))
    #expect(screen.shows("Name: [xyz"))
  }

  // MARK: Errors

  private static func form(_ error: String?) -> [ViewNode] {
    [ViewNode(.field, id: "field", text: "Name")] + lines(6)
      + (error.map { [ViewNode(.text, id: "error", text: $0, flags: .error)] } ?? [])
      + [button("save", flags: .prominent)]
  }

  @Test("What a page says is wrong with what was asked is scrolled into view")
  func error() {
    show(Self.form(nil))
    _ = press(.enter)
    show(Self.form("A name is missing."))
    #expect(screen.shows("A name is missing."))
    #expect(screen.handle(.key(.character("x"))) != .none)
    #expect(screen.shows("Name: [x"), "typing leads back to the field")
    _ = press(.enter)
    show(Self.form("A name is missing."))
    #expect(screen.shows("Name: [x"), "it has been read")
  }

  @Test("An error that comes by itself, or when the person has gone on, scrolls nothing")
  func lateError() {
    show(Self.form(nil))
    show(Self.form("by itself"))
    #expect(!screen.shows("by itself"))
    _ = press(.enter, .character("x"))
    show(Self.form("too late"))
    #expect(!screen.shows("too late"))
  }

  // MARK: Fields

  @Test("A field tells on which side there is more of its text")
  func field() {
    let long = "a text that is longer than its field"
    show([ViewNode(.field, id: "field", value: long)])
    #expect(screen.textSnapshot[0] == "‹er than its field_]")
    _ = press(.home)
    #expect(screen.textSnapshot[0] == "[a text that is lon›")
    _ = press(.wordRight, .wordRight, .wordRight, .wordRight, .wordRight)
    #expect(screen.textSnapshot[0].hasPrefix("‹") && screen.textSnapshot[0].hasSuffix("›"))
    show([ViewNode(.field, id: "other"), ViewNode(.field, id: "field", value: long)])
    _ = press(.backtab)
    #expect(screen.textSnapshot[1] == "[a text that is lon›", "without the focus, from its start")
  }
}
