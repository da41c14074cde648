/// How one picture of the screen becomes another.
package struct ScreenTransition: Sendable, Hashable {
  package typealias Effect = Flow.Transition

  package var effect: Effect
  /// Whether it goes back: what `push` or `cover` brought leaves the way it came.
  package var isReversed: Bool

  package init(_ effect: Effect, isReversed: Bool = false) {
    self.effect = effect
    self.isReversed = isReversed
  }

  /// The next picture at once.
  package static let none = ScreenTransition(.none)

  /// How long one takes, in nanoseconds.
  package static let duration: UInt64 = 200_000_000
  /// The least time from frame to frame, in nanoseconds: sixty a second.
  package static let frameInterval: UInt64 = 16_666_667

  /// The picture at one moment.
  ///
  /// A wide character is drawn with both of its cells or as a space, and there is no caret until the end. Rows above and
  /// below the page that are the same in both pictures, such as a tab bar, stand still. O(cells).
  ///
  /// - Parameters:
  ///   - leaving: The picture before; of another size than the next one, it is not drawn at all.
  ///   - entering: The picture after.
  ///   - page: The rows of the page itself, all of which move.
  ///   - progress: From 0 to 1, in time.
  package func frame(
    from leaving: ScreenPicture, to entering: ScreenPicture, page: Range<Int>, progress: Double
  ) -> ScreenPicture {
    guard effect != .none, progress < 1, leaving.grid.bounds == entering.grid.bounds else {
      return entering
    }
    let rows = Self.moving(leaving.grid, entering.grid, page)
    let grid =
      switch effect {
      case .push: pushed(leaving.grid, entering.grid, rows, Self.eased(progress))
      case .cover: covered(leaving.grid, entering.grid, rows, Self.eased(progress))
      case .fade: Self.faded(leaving.grid, entering.grid, progress)
      case .none: entering.grid
      }
    return ScreenPicture(grid: grid)
  }

  /// Fast at first and slower towards the end, as things that are pushed are.
  private static func eased(_ progress: Double) -> Double {
    let left = 1 - min(max(progress, 0), 1)
    return 1 - left * left * left
  }

  /// The rows of the page, and those around it from the first to the last that differ.
  private static func moving(
    _ leaving: CellGrid, _ entering: CellGrid, _ page: Range<Int>
  ) -> Range<Int> {
    let page = page.clamped(to: 0..<leaving.height)
    let differs = { (y: Int) in leaving.row(y) != entering.row(y) }
    let start = (0..<page.lowerBound).first(where: differs) ?? page.lowerBound
    let end = (page.upperBound..<leaving.height).last(where: differs).map { $0 + 1 }
    return start..<(end ?? page.upperBound)
  }

  // MARK: Effects

  /// The next one comes from the right and shoves the one before out to the left.
  private func pushed(
    _ leaving: CellGrid, _ entering: CellGrid, _ rows: Range<Int>, _ share: Double
  ) -> CellGrid {
    let width = leaving.width
    let shift = Int((share * Double(width)).rounded())
    var grid = leaving
    for y in rows {
      if isReversed {
        grid.copy(0..<width - shift, ofRow: y, of: leaving, toX: shift, y: y)
        grid.copy(width - shift..<width, ofRow: y, of: entering, toX: 0, y: y)
      } else {
        grid.copy(shift..<width, ofRow: y, of: leaving, toX: 0, y: y)
        grid.copy(0..<shift, ofRow: y, of: entering, toX: width - shift, y: y)
      }
    }
    return grid
  }

  /// The next one rises from below over the one before, which stays where it is.
  private func covered(
    _ leaving: CellGrid, _ entering: CellGrid, _ rows: Range<Int>, _ share: Double
  ) -> CellGrid {
    let (lower, upper) = isReversed ? (entering, leaving) : (leaving, entering)
    let risen = Int(((isReversed ? 1 - share : share) * Double(rows.count)).rounded())
    var grid = lower
    for offset in 0..<risen {
      let y = rows.upperBound - risen + offset
      grid.copy(0..<grid.width, ofRow: rows.lowerBound + offset, of: upper, toX: 0, y: y)
    }
    return grid
  }

  /// Both are dim while cell after cell becomes that of the next one, in a pattern without order to the eye.
  private static func faded(
    _ leaving: CellGrid, _ entering: CellGrid, _ progress: Double
  ) -> CellGrid {
    // A moment of dimness at either end lets it look like light that goes out and comes up.
    let share = (progress - 0.15) / 0.7
    return CellGrid(mixing: leaving, entering) {
      $0.adding(.dim)
    } takesSecond: { x, y in
      // Two columns go together, so that most wide characters stay whole.
      (Double(pattern[y & 3][(x >> 1) & 3]) + 0.5) / 16 < share
    }
  }

  /// Bayer's ordered dither matrix.
  private static let pattern: [[Int]] = [
    [0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5],
  ]
}
