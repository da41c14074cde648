/// A picture of the screen: rows of cells in which a wide character always has both of its cells.
package struct CellGrid: Sendable, Hashable {
  package let width: Int
  package let height: Int
  private var cells: [Cell]

  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank(), count: self.width * self.height)
  }

  package var bounds: CellRect { CellRect(width: width, height: height) }

  /// The cell of a column and a row, which must be inside.
  package subscript(x: Int, y: Int) -> Cell {
    precondition(bounds.contains(x: x, y: y), "cell \(x),\(y) is outside \(width)x\(height)")
    return cells[y * width + x]
  }

  /// One row's cells.
  package func row(_ y: Int) -> ArraySlice<Cell> { cells[y * width..<(y + 1) * width] }

  /// One row as text, without the spaces at its end.
  package func text(ofRow y: Int) -> String {
    var text = ""
    for cell in row(y) where cell.width > 0 { text.append(cell.character) }
    let end = text.lastIndex { $0 != " " }
    return end.map { String(text[...$0]) } ?? ""
  }

  /// All rows as text, without the spaces at their ends.
  package var rows: [String] { (0..<height).map { text(ofRow: $0) } }

  /// Writes text on one row and returns the column after it.
  ///
  /// Only cells inside `clip` change. A wide character that the clip cuts becomes a space in the
  /// cell that is left, a control character ``CharacterWidth/replacement``; one of no width is
  /// dropped.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, x: Int, y: Int, style: CellStyle = .plain, clip: CellRect
  ) -> Int {
    let clip = clip.intersection(bounds)
    var column = x
    guard y >= clip.y, y < clip.endY else { return column + CharacterWidth.of(text) }
    for character in text {
      let width = CharacterWidth.of(character)
      if width > 0, column < clip.endX, column + width > clip.x {
        put(character, width: width, x: column, y: y, style: style, clip: clip)
      }
      column += width
    }
    return column
  }

  /// Fills a rectangle with one character of width one.
  package mutating func fill(
    _ rect: CellRect, with character: Character = " ", style: CellStyle = .plain
  ) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<rect.endY {
      for x in rect.x..<rect.endX { set(.single(character, style), x: x, y: y) }
    }
  }

  /// Changes the look of what is drawn in a rectangle.
  package mutating func restyle(_ rect: CellRect, _ change: (CellStyle) -> CellStyle) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<rect.endY {
      for x in rect.x..<rect.endX {
        cells[y * width + x].style = change(cells[y * width + x].style)
      }
    }
  }

  // MARK: Parts of other grids

  /// Copies columns of a row of another grid into a row of this one.
  ///
  /// What is cut off a wide character at either end becomes a space, in what is copied and beside it. Both parts must be
  /// inside of their grids.
  mutating func copy(_ columns: Range<Int>, ofRow row: Int, of other: CellGrid, toX x: Int, y: Int)
  {
    guard !columns.isEmpty else { return }
    let start = y * width + x
    let end = start + columns.count
    let source = row * other.width
    cells.replaceSubrange(
      start..<end,
      with: other.cells[source + columns.lowerBound..<source + columns.upperBound])
    if cells[start].width == 0 { blank(start) }
    if cells[end - 1].width == 2 { blank(end - 1) }
    if x > 0, cells[start - 1].width == 2 { blank(start - 1) }
    if x + columns.count < width, cells[end].width == 0 { blank(end) }
  }

  /// Mixes two grids of one size cell by cell; a wide character of which only one cell is chosen becomes a space.
  ///
  /// - Parameters:
  ///   - style: Makes the look of every cell.
  ///   - takesSecond: Whether the cell of a column and a row is the second grid's.
  init(
    mixing first: CellGrid, _ second: CellGrid, style: (CellStyle) -> CellStyle,
    takesSecond: (_ x: Int, _ y: Int) -> Bool
  ) {
    precondition(first.bounds == second.bounds, "grids of two sizes cannot be mixed")
    self = first
    for y in 0..<height {
      var x = 0
      while x < width {
        let index = y * width + x
        let isSecond = takesSecond(x, y)
        let source = isSecond ? second.cells : first.cells
        cells[index] = source[index]
        cells[index].style = style(source[index].style)
        x += 1
        if cells[index].width == 0 { blank(index) }
        guard cells[index].width == 2 else { continue }
        if takesSecond(x, y) == isSecond {
          cells[index + 1] = .secondHalf(cells[index].style)
          x += 1
        } else {
          blank(index)
        }
      }
    }
  }

  private mutating func blank(_ index: Int) { cells[index] = .blank(cells[index].style) }

  private mutating func put(
    _ character: Character, width: Int, x: Int, y: Int, style: CellStyle, clip: CellRect
  ) {
    if width == 1 {
      set(.single(Self.drawable(character), style), x: x, y: y)
    } else if x >= clip.x, x + 1 < clip.endX {
      set(.wide(character, style), x: x, y: y)
      set(.secondHalf(style), x: x + 1, y: y)
    } else {
      set(.blank(style), x: max(x, clip.x), y: y)
    }
  }

  /// What is drawn for a character of width one.
  private static func drawable(_ character: Character) -> Character {
    guard let first = character.unicodeScalars.first, first.value >= 0x7F || first.value < 0x20
    else { return character }
    if CharacterWidth.isControl(first) { return CharacterWidth.replacement }
    guard CharacterWidth.isMark(first) else { return character }
    let onSpace = " \(character)"
    return onSpace.count == 1 ? Character(onSpace) : CharacterWidth.replacement
  }

  /// Sets a cell and makes a space of the half that is left of a pair it breaks.
  private mutating func set(_ cell: Cell, x: Int, y: Int) {
    let index = y * width + x
    if cells[index].width == 0, cell.width != 0, x > 0, cells[index - 1].width == 2 {
      cells[index - 1] = .blank(cells[index - 1].style)
    }
    if cells[index].width == 2, x + 1 < width { cells[index + 1] = .blank(cells[index + 1].style) }
    cells[index] = cell
  }
}
