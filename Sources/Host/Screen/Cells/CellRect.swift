/// A rectangle of cells; never of negative size.
package struct CellRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The first column to its right, the first row below it.
  package var endX: Int { x + width }
  package var endY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(x column: Int, y row: Int) -> Bool {
    column >= x && column < endX && row >= y && row < endY
  }

  package func moved(x dx: Int, y dy: Int) -> CellRect {
    CellRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// What both cover; empty when they do not meet.
  package func intersection(_ other: CellRect) -> CellRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return CellRect(
      x: left, y: top, width: min(endX, other.endX) - left, height: min(endY, other.endY) - top)
  }
}
