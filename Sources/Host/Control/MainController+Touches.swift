// Touches: from the surface to the page on top, and never to another one.
extension MainController {
  /// Tells the page on top of a touch; a control that was touched and let go does what it does then.
  func send(_ touch: ScreenTouch) {
    if navigation.top?.screenID == touch.node.page {
      send(.touch(id: touch.node.id, touch.phase, x: touch.x, y: touch.y), to: touch.node)
    }
    if touch.activates { carryOut(screen.activate(touch.node)) }
  }

  /// Takes the finger off whatever it is on; the page is told as long as it is there.
  ///
  /// - Parameter instance: Only if it is on this one; nil: on any.
  func cancelTouch(of instance: UInt64? = nil) {
    guard let touched = screen.touched, instance == nil || instance == touched.page,
      let touch = screen.cancelTouch()
    else { return }
    // Its page may be in no stack any more.
    let owner = modules.values.lazy.flatMap(\.instances).first { $0.number == touched.page }
    guard let owner, owner.state == .initialized else { return }
    owner.port.enter(.event(.touch(id: touch.node.id, .cancelled, x: touch.x, y: touch.y))) { _ in }
  }
}
