/// What a surface shows: cells, and where the next character goes.
package struct ScreenPicture: Sendable, Hashable {
  package struct Caret: Sendable, Hashable {
    package let x: Int
    package let y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package var grid: CellGrid
  /// Nil when no field that is seen has the focus.
  package var caret: Caret?

  package init(grid: CellGrid, caret: Caret? = nil) {
    self.grid = grid
    self.caret = caret
  }
}
