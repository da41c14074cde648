// Touches of nodes that take them: began, moved, ended or cancelled, each beginning with one end.
extension Screen {
  /// Begins a touch when the innermost node at a cell that can be used takes touches; nil when it does not.
  func beginTouch(in region: LayerComposition.Region, x: Int, y: Int) -> ScreenAction? {
    // Only the page on top takes touches; its container does not.
    guard let body = composition?.body, body.content.instance == region.content.instance else {
      return nil
    }
    let placement = placement(of: region)
    let found = region.layout.boxes.indices.last { index in
      let node = region.layout.outline[index]
      return (node.canFocus || node.takesTouches)
        && placement.visible(region.layout.boxes[index]).contains(x: x, y: y)
    }
    guard let found, region.layout.outline[found].takesTouches else { return nil }
    let node = region.layout.outline[found]
    if node.canFocus { moveFocus(to: region, found, revealing: false) }
    return tell(.began, of: NodeReference(page: region.content.instance, id: node.id), x: x, y: y)
  }

  /// Goes on with the touch that has begun; nil when there is none.
  func continueTouch(_ phase: InputEvent.MousePhase, x: Int, y: Int) -> ScreenAction? {
    guard let touched else { return nil }
    guard find(touched) != nil else {
      // Its node is gone from the view.
      return cancelTouch().map { .touch($0) } ?? ScreenAction.none
    }
    let action = tell(phase == .released ? .ended : .moved, of: touched, x: x, y: y)
    if phase == .released { touch = nil }
    return action
  }

  /// Ends the touch that has begun, where it was last; what the finger does from now on is nothing.
  func cancelTouch() -> ScreenTouch? {
    guard let last = touch else { return nil }
    touch = nil
    pressed = nil
    return ScreenTouch(node: last.node, phase: .cancelled, x: last.x, y: last.y)
  }

  /// Does what a touch of a control does once it is let go.
  func activate(_ reference: NodeReference) -> ScreenAction {
    guard let (region, index) = find(reference), !region.layout.outline[index].isField else {
      return .none
    }
    let action = activate(region, index)
    note(action)
    return action
  }

  private func tell(
    _ phase: TouchPhase, of node: NodeReference, x: Int, y: Int
  ) -> ScreenAction {
    guard let (region, index) = find(node) else { return .none }
    let box = region.layout.boxes[index]
    let placement = placement(of: region)
    let frame = placement.frame(of: box)
    let isInside = placement.visible(box).contains(x: x, y: y)
    let touch = ScreenTouch(
      node: node, phase: phase, x: x - frame.x, y: y - frame.y,
      activates: phase == .ended && isInside && region.layout.outline[index].canFocus)
    self.touch = touch
    return .touch(touch)
  }

  func placement(of region: LayerComposition.Region) -> AreaPlacement {
    let state = states[region.content.instance] ?? ScreenState()
    return AreaPlacement(region.layout, viewport: region.viewport, offsets: state.offsets)
  }
}

extension ViewNode {
  /// Whether touches of it are told to its page.
  var takesTouches: Bool { flags.contains(.touchable) && !flags.contains(.disabled) }
}
