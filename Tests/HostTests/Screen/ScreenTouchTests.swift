import Testing

@testable import Host

@MainActor @Suite struct ScreenTouchTests {
  let screen = Screen(width: 40, height: 12)

  private static func view(_ flags: ViewNode.Flags = [], buttonFlags: ViewNode.Flags = [])
    -> ViewNode
  {
    ViewNode(
      .column, id: "root", flags: flags,
      children: [
        ViewNode(.text, id: "plain", text: "plain"),
        ViewNode(.text, id: "pad", text: "pad pad", flags: .touchable),
        ViewNode(.button, id: "button", text: "Push", flags: buttonFlags),
      ])
  }

  private func show(_ view: ViewNode, in container: Bool = false) {
    screen.show([container ? SampleViews.home(view) : SampleViews.layer(view)])
  }

  private func frame(_ id: String) throws -> ScreenSnapshot.Frame {
    try #require(screen.snapshot?.nodes.first { $0.id == id }).frame
  }

  private func mouse(_ x: Int, _ y: Int, _ phase: InputEvent.MousePhase) -> ScreenAction {
    screen.handle(.mouse(x: x, y: y, button: .left, phase: phase))
  }

  private func touch(
    _ id: String, _ phase: TouchPhase, _ x: Int, _ y: Int, activates: Bool = false, page: UInt64 = 7
  ) -> ScreenAction {
    .touch(
      ScreenTouch(
        node: NodeReference(page: page, id: id), phase: phase, x: x, y: y, activates: activates))
  }

  @Test("Only nodes that take touches are touched, the innermost first")
  func which() throws {
    show(Self.view())
    let (plain, pad, button) = (try frame("plain"), try frame("pad"), try frame("button"))
    #expect(mouse(plain.x, plain.y, .pressed) == .none)
    #expect(mouse(pad.x + 1, pad.y, .pressed) == touch("pad", .began, 1, 0))
    #expect(mouse(pad.x, pad.y, .released) == touch("pad", .ended, 0, 0))
    // A control in something that takes touches is still a control.
    show(Self.view(.touchable))
    #expect(mouse(button.x, button.y, .pressed) == .redraw)
    #expect(mouse(button.x, button.y, .released) == .tap(NodeReference(page: 7, id: "button")))
    #expect(mouse(plain.x, plain.y, .pressed) == touch("root", .began, 0, 0))
  }

  @Test("What is disabled takes none")
  func disabled() throws {
    show(Self.view(buttonFlags: [.touchable, .disabled]))
    let button = try frame("button")
    #expect(mouse(button.x, button.y, .pressed) == .none)
  }

  @Test("A control that takes touches is touched, and acts when it is let go on")
  func control() throws {
    show(Self.view(buttonFlags: .touchable))
    let button = try frame("button")
    #expect(mouse(button.x, button.y, .pressed) == touch("button", .began, 0, 0))
    #expect(screen.focus?.id == "button")
    #expect(mouse(button.x, button.y, .released) == touch("button", .ended, 0, 0, activates: true))
    _ = mouse(button.x, button.y, .pressed)
    #expect(mouse(button.x, button.y + 3, .released) == touch("button", .ended, 0, 3))
  }

  @Test("An error that a touch of a control causes is scrolled into view")
  func error() throws {
    func view(_ error: String) -> ViewNode {
      let lines = (0..<40).map { ViewNode(.text, id: "line-\($0)", text: "line \($0)") }
      return ViewNode(
        .column, id: "root",
        children: [ViewNode(.button, id: "button", text: "Push", flags: .touchable)] + lines
          + [ViewNode(.text, id: "error", text: error, flags: .error)])
    }
    show(view(""))
    let button = try frame("button")
    for phase in [InputEvent.MousePhase.pressed, .released] {
      guard case .touch(let touch) = mouse(button.x, button.y, phase), touch.activates else {
        continue
      }
      #expect(screen.activate(touch.node) == .tap(NodeReference(page: 7, id: "button")))
    }
    show(view("It did not work."))
    #expect(screen.shows("It did not work."))
  }

  @Test("A touch ends once: what comes after it, or before one begins, is nothing")
  func balance() throws {
    show(Self.view())
    let pad = try frame("pad")
    #expect(mouse(pad.x, pad.y, .moved) == .none)
    #expect(mouse(pad.x, pad.y, .released) == .none)
    _ = mouse(pad.x, pad.y, .pressed)
    #expect(mouse(pad.x, pad.y, .pressed) == touch("pad", .cancelled, 0, 0))
    #expect(mouse(pad.x, pad.y, .moved) == .none)
    _ = mouse(pad.x, pad.y, .pressed)
    #expect(screen.cancelTouch()?.phase == .cancelled)
    #expect(screen.cancelTouch() == nil)
    #expect(mouse(pad.x, pad.y, .released) == .none)
  }

  @Test("A touch is cancelled where it was last, in its node's space")
  func lastPlace() throws {
    show(Self.view())
    let pad = try frame("pad")
    _ = mouse(pad.x + 2, pad.y, .pressed)
    #expect(mouse(pad.x, pad.y, .pressed) == touch("pad", .cancelled, 2, 0))
    _ = mouse(pad.x + 2, pad.y, .pressed)
    _ = mouse(pad.x + 3, pad.y + 4, .moved)
    show(ViewNode(.text, id: "else", text: "Something else"))
    #expect(mouse(pad.x, pad.y, .moved) == touch("pad", .cancelled, 3, 4))
  }

  @Test("When its node is gone from the view, the touch is cancelled")
  func gone() throws {
    show(Self.view())
    let pad = try frame("pad")
    _ = mouse(pad.x, pad.y, .pressed)
    show(ViewNode(.text, id: "else", text: "Something else"))
    #expect(mouse(pad.x, pad.y, .moved) == touch("pad", .cancelled, 0, 0))
    #expect(mouse(pad.x, pad.y, .released) == .none)
  }

  @Test("A place counts from the node's own top, however far it is scrolled")
  func scrolled() throws {
    let lines = (0..<40).map { ViewNode(.text, id: "line-\($0)", text: "line \($0)") }
    show(ViewNode(.column, id: "root", flags: .touchable, children: lines))
    let before = mouse(3, 5, .pressed)
    _ = mouse(3, 5, .released)
    _ = screen.handle(.mouse(x: 3, y: 5, button: .wheelDown, phase: .pressed))
    guard case .touch(let first) = before, case .touch(let second) = mouse(3, 5, .pressed) else {
      Issue.record("nothing was touched")
      return
    }
    #expect(second.y == first.y + 3 && second.x == first.x)
  }

  @Test("A container takes no touches, the page in it does")
  func container() throws {
    var layer = SampleViews.home(Self.view())
    layer.container?.content.view.flags = .touchable
    screen.show([layer])
    #expect(mouse(4, 0, .pressed) == .none)
    let pad = try frame("pad")
    #expect(mouse(pad.x, pad.y, .pressed) == touch("pad", .began, 0, 0, page: 2))
  }
}
