/// Where the areas of a layout are on the screen, with their offsets: the last step from layout to
/// cells.
package struct AreaPlacement: Sendable {
  /// Offset of each area, within what it allows.
  package let offsets: [Int]
  /// Where the content's top left cell would be.
  private var origins: [(x: Int, y: Int)] = []
  /// What can be seen of each area.
  package private(set) var clips: [CellRect] = []

  /// - Parameters:
  ///   - viewport: The region of the screen that the layout was made for.
  ///   - offsets: Rows scrolled out, by area key.
  package init(_ layout: ViewLayout, viewport: CellRect, offsets: [String: Int]) {
    self.offsets = layout.areas.map { min(max(0, offsets[$0.key] ?? 0), $0.maxOffset) }
    for (number, area) in layout.areas.enumerated() {
      // Parents come before their children.
      let outer = area.parent.map { origins[$0] } ?? (x: viewport.x, y: viewport.y)
      let frame = area.frame.moved(x: outer.x, y: outer.y)
      clips.append(frame.intersection(area.parent.map { clips[$0] } ?? viewport))
      origins.append((x: frame.x, y: frame.y - self.offsets[number]))
    }
  }

  /// A box on the screen, whether or not it can be seen.
  package func frame(of box: ViewLayout.Box) -> CellRect {
    box.frame.moved(x: origins[box.area].x, y: origins[box.area].y)
  }

  /// What can be seen of a box.
  package func visible(_ box: ViewLayout.Box) -> CellRect {
    frame(of: box).intersection(clips[box.area])
  }
}

extension ViewLayout {
  /// The offsets at which a node is seen, as near to the given ones as can be; O(depth).
  package func offsets(revealing index: Int, from offsets: [String: Int]) -> [String: Int] {
    var result = offsets
    var frame = boxes[index].frame
    if outline[index].isField, frame.height > height {
      // Of a field that is taller than its region its contents are seen, not its label.
      frame = CellRect(x: frame.x, y: frame.endY - 1, width: frame.width, height: 1)
    }
    var number: Int? = boxes[index].area
    while let current = number {
      let area = areas[current]
      var offset = min(max(0, offsets[area.key] ?? 0), area.maxOffset)
      offset = max(offset, frame.endY - area.frame.height)
      offset = min(offset, frame.y, area.maxOffset)
      result[area.key] = max(0, offset)
      // The node as its area's parent sees it.
      frame = frame.moved(x: area.frame.x, y: area.frame.y - max(0, offset))
      number = area.parent
    }
    return result
  }
}
