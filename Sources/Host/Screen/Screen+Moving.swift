extension Screen {
  /// Every control of the top layer in the order of Tab: the container's header, then the page.
  private var controls: [(region: LayerComposition.Region, index: Int)] {
    (composition?.regions ?? []).flatMap { region in
      region.layout.outline.focusable.map { (region, $0) }
    }
  }

  private func position(
    in controls: [(region: LayerComposition.Region, index: Int)]
  ) -> Int? {
    guard let (region, index) = focused else { return nil }
    return controls.firstIndex {
      $0.index == index && $0.region.content.instance == region.content.instance
    }
  }

  /// Moves the focus in the order of the document, around its ends.
  func moveFocus(by step: Int) -> ScreenAction {
    let controls = controls
    guard !controls.isEmpty else { return .none }
    var position = step > 0 ? 0 : controls.count - 1
    if let own = self.position(in: controls) {
      position = own + step
    } else if let (region, index) = focused {
      // What has the focus is disabled now: from its place on.
      let following = controls.firstIndex {
        $0.region.content.instance == region.content.instance && $0.index > index
      }
      position = following.map { step > 0 ? $0 : $0 - 1 } ?? position
    }
    let next = controls[(position + controls.count) % controls.count]
    moveFocus(to: next.region, next.index)
    return .redraw
  }

  /// Moves the focus to the nearest control above or below; scrolls a row where there is none.
  func moveVertically(by step: Int) -> ScreenAction {
    let controls = controls
    guard let position = position(in: controls) else { return scroll(byRows: step) }
    let frames = controls.map { frame($0.region, $0.index) }
    let own = frames[position]
    var best: (place: Int, distance: (Int, Int))?
    for (place, frame) in frames.enumerated() where place != position {
      let rows = step > 0 ? frame.y - own.y : own.y - frame.y
      guard rows > 0 else { continue }
      let columns = max(0, frame.x - own.endX + 1, own.x - frame.endX + 1)
      let distance = (rows, columns)
      if let known = best, known.distance <= distance { continue }
      best = (place, distance)
    }
    guard let best else { return scroll(byRows: step) }
    let target = controls[best.place]
    if let rest = unread(before: target, from: controls[position], step) {
      return scroll(rest.region, area: rest.area, by: step)
    }
    moveFocus(to: target.region, target.index)
    return .redraw
  }

  /// The area that has rows between the focus and the control that an arrow leads to which would be passed over unseen;
  /// nil when there are none.
  private func unread(
    before target: (region: LayerComposition.Region, index: Int),
    from own: (region: LayerComposition.Region, index: Int), _ step: Int
  ) -> (region: LayerComposition.Region, area: Int)? {
    if target.region.content.instance != own.region.content.instance,
      let area = movable(own.region, from: own.region.layout.boxes[own.index].area, step)
    {
      return (own.region, area)
    }
    let layout = target.region.layout
    let offsets = states[target.region.content.instance]?.offsets ?? [:]
    let revealed = layout.offsets(revealing: target.index, from: offsets)
    let clips = placement(of: target.region).clips
    let area = layout.areas.indices.last { number in
      let key = layout.areas[number].key
      return step * ((revealed[key] ?? 0) - (offsets[key] ?? 0)) >= max(1, clips[number].height)
    }
    return area.map { (target.region, $0) }
  }

  /// Where a node would be on the screen if nothing were cut.
  private func frame(_ region: LayerComposition.Region, _ index: Int) -> CellRect {
    placement(of: region).frame(of: region.layout.boxes[index])
  }

  // MARK: Scrolling

  /// Scrolls what the focus is in, or else the first area of the page that can move that way.
  func scroll(byRows rows: Int) -> ScreenAction {
    guard let target = scrollTarget(rows) else { return .none }
    return scroll(target.region, area: target.area, by: rows)
  }

  func scroll(byPages pages: Int) -> ScreenAction {
    guard let target = scrollTarget(pages) else { return .none }
    let height = target.region.layout.areas[target.area].frame.height
    return scroll(target.region, area: target.area, by: pages * max(1, height - 1))
  }

  /// Scrolls the innermost area at a cell that can move that way.
  func scroll(
    _ region: LayerComposition.Region?, x: Int, y: Int, by rows: Int
  ) -> ScreenAction {
    guard let region, let state = states[region.content.instance] else { return .none }
    guard let area = movable(region, from: region.area(x: x, y: y, state: state), rows)
    else { return .none }
    return scroll(region, area: area, by: rows)
  }

  private func scrollTarget(_ rows: Int) -> (region: LayerComposition.Region, area: Int)? {
    if let (region, index) = focused,
      let area = movable(region, from: region.layout.boxes[index].area, rows)
    {
      return (region, area)
    }
    guard let body = composition?.body else { return nil }
    return body.layout.areas.indices.first { canMove(body, $0, rows) }.map { (body, $0) }
  }

  /// An area or the innermost one around it that can move that way.
  private func movable(_ region: LayerComposition.Region, from area: Int?, _ rows: Int) -> Int? {
    var number = area
    while let current = number {
      if canMove(region, current, rows) { return current }
      number = region.layout.areas[current].parent
    }
    return nil
  }

  private func canMove(_ region: LayerComposition.Region, _ number: Int, _ rows: Int) -> Bool {
    let area = region.layout.areas[number]
    let offset = states[region.content.instance]?.offsets[area.key] ?? 0
    return rows > 0 ? offset < area.maxOffset : offset > 0
  }

  private func scroll(
    _ region: LayerComposition.Region, area number: Int, by rows: Int
  ) -> ScreenAction {
    let area = region.layout.areas[number]
    let instance = region.content.instance
    let offset = states[instance]?.offsets[area.key] ?? 0
    states[instance]?.offsets[area.key] = min(max(0, offset + rows), area.maxOffset)
    return .redraw
  }
}
