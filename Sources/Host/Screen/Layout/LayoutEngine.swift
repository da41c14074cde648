/// Computes a ``ViewLayout``: widths from the leaves up, heights for given widths, then places from
/// the root down.
struct LayoutEngine {
  /// The rows that a node takes at a width.
  struct Measure {
    var width: Int
    /// With everything to be seen.
    var height: Int
    /// With its lists as short as they may be.
    var minHeight: Int
  }

  let outline: ViewOutline
  let width: Int
  let height: Int
  let metrics: LayoutMetrics
  var boxes: [ViewLayout.Box]
  var areas: [ViewLayout.Area] = []
  var widths: [WidthRange]
  /// Widths of a row's children when its cells align with those of the rows around it.
  var alignedCells: [Int: [WidthRange]] = [:]
  /// The last measure of each node; a node is nearly always measured and placed at one width.
  var measures: [Measure?]
  /// The last lines of each row, beside its measure.
  var rowLines: [Int: [RowLine]] = [:]

  init(_ outline: ViewOutline, width: Int, height: Int) {
    self.outline = outline
    self.width = width
    self.height = height
    metrics = LayoutMetrics(width: width, height: height)
    let count = outline.entries.count
    boxes = Array(repeating: ViewLayout.Box(), count: count)
    widths = Array(repeating: WidthRange(), count: count)
    measures = Array(repeating: nil, count: count)
    alignLabels()
    // Children come after their parents.
    for index in outline.entries.indices.reversed() { widths[index] = widthRange(of: index) }
    alignRows()
  }

  /// Where the root stands, without regard to its height.
  private var page: CellRect {
    let columns = metrics.page
    return CellRect(x: columns.x, y: metrics.topMargin, width: columns.width, height: height)
  }

  var naturalHeight: Int {
    mutating get { measure(0, width: page.width).height + metrics.topMargin }
  }

  mutating func run() {
    var page = page
    var measure = measure(0, width: page.width)
    let room = height - page.y
    if measure.minHeight > room, metrics.margin == 0, hasScrollBar(page.width) {
      // The bar stands in the margin; where there is none it needs a cell of the page.
      page.width -= 1
      measure = self.measure(0, width: page.width)
    }
    // When even the shortest lists do not help, the page scrolls as a whole and its lists are seen
    // in full.
    let rows = measure.minHeight <= room ? max(room, 0) : measure.height
    areas = [
      ViewLayout.Area(
        key: "", parent: nil, frame: CellRect(width: width, height: height),
        contentHeight: measure.minHeight <= room ? height : page.y + rows)
    ]
    place(0, area: 0, in: CellRect(x: page.x, y: page.y, width: page.width, height: rows))
  }

  // MARK: Heights

  mutating func measure(_ index: Int, width: Int) -> Measure {
    if let known = measures[index], known.width == width { return known }
    let node = outline[index]
    var result = Measure(width: width, height: 1, minHeight: 1)
    switch node.kind {
    case .text, .image, .toggle:
      let indent = node.mark.utf8.count
      boxes[index].lines = TextWrap.lines(of: node.words, width: width - indent)
      result.height = boxes[index].lines.count
      result.minHeight = result.height
    case .field, .secureField, .progress:
      result.height = isStacked(index, width: width) ? 2 : 1
      result.minHeight = result.height
    case .button, .divider:
      break
    case .spacer:
      result.height = 0
      result.minHeight = 0
    case .column:
      (result.height, result.minHeight) = measureStack(index, width: width)
    case .list:
      let inner = listWidth(width)
      result.height = measureStack(index, width: inner).height
      result.minHeight = min(result.height, LayoutMetrics.shortestList)
    case .row:
      let lines = linesOfRow(index, width: width)
      rowLines[index] = lines
      result.height = 0
      result.minHeight = 0
      for line in lines {
        let cells = line.cells.map { measure($0.index, width: $0.width) }
        result.height += cells.map(\.height).max() ?? 0
        result.minHeight += cells.map(\.minHeight).max() ?? 0
      }
    }
    measures[index] = result
    return result
  }

  /// Whether a field's or a progress bar's label stands above it, because beside it there is no
  /// room.
  func isStacked(_ index: Int, width: Int) -> Bool {
    let label = boxes[index].labelWidth
    return label > 0 && label + 2 + LayoutMetrics.narrowestField > width
  }

  /// The width of a list's content: one cell is for the mark of what is scrolled out.
  func listWidth(_ width: Int) -> Int { hasScrollBar(width) ? width - 1 : width }

  private func hasScrollBar(_ width: Int) -> Bool { width >= LayoutMetrics.narrowestScrollBar }

  private mutating func measureStack(_ index: Int, width: Int) -> (height: Int, minHeight: Int) {
    var sums = (height: 0, minHeight: 0)
    for (child, gap) in stack(index) {
      let rows = measure(child, width: width)
      sums.height += rows.height + gap
      sums.minHeight += rows.minHeight + gap
    }
    return sums
  }

  /// The children of a column or a list, each with the gap above it.
  private func stack(_ index: Int) -> [(child: Int, gap: Int)] {
    let children = outline.entries[index].children
    let isTight = isInList(index)
    var result: [(child: Int, gap: Int)] = []
    result.reserveCapacity(children.count)
    for (position, child) in children.enumerated() {
      let gap =
        isTight || position == 0
        ? 0 : metrics.gap(outline[children[position - 1]], outline[child])
      result.append((child, gap))
    }
    return result
  }

  /// Whether a node is a list or in one: no gap parts its items, so one in an item would tear that apart.
  private func isInList(_ index: Int) -> Bool {
    var node: Int? = index
    while let current = node {
      if outline[current].kind == .list { return true }
      node = outline.entries[current].parent
    }
    return false
  }

  // MARK: Places

  private mutating func place(_ index: Int, area: Int, in frame: CellRect) {
    boxes[index].area = area
    boxes[index].frame = frame
    let parent = outline.entries[index].parent
    if outline[index].isField, parent.map({ outline[$0].kind != .row }) ?? true {
      let widest = boxes[index].labelWidth + 2 + LayoutMetrics.widestField
      boxes[index].frame.width = min(frame.width, widest)
    }
    switch outline[index].kind {
    case .column: placeColumn(index, area: area, in: frame)
    case .row: placeRow(index, area: area, in: frame)
    case .list: placeList(index, area: area, in: frame)
    default: break
    }
  }

  private mutating func placeList(_ index: Int, area: Int, in frame: CellRect) {
    let inner = listWidth(frame.width)
    let children = stack(index)
    let content = children.reduce(0) { $0 + measure($1.child, width: inner).height }
    let number = areas.count
    let id = outline[index].id
    areas.append(
      ViewLayout.Area(
        key: id.isEmpty ? "list \(number)" : id, parent: area, frame: frame,
        contentHeight: content))
    var y = 0
    for (child, _) in children {
      let rows = measure(child, width: inner).height
      place(child, area: number, in: CellRect(x: 0, y: y, width: inner, height: rows))
      y += rows
    }
  }

  private mutating func placeColumn(_ index: Int, area: Int, in frame: CellRect) {
    let children = stack(index)
    let measured = children.map { measure($0.child, width: frame.width) }
    let gaps = children.reduce(0) { $0 + $1.gap }
    var rows = measured.map(\.height)
    let left = frame.height - gaps - rows.reduce(0, +)
    if left > 0 {
      let spacers = children.indices.filter { outline[children[$0].child].kind == .spacer }
      for (share, position) in zip(Shares.even(left, among: spacers.count), spacers) {
        rows[position] += share
      }
    } else if left < 0 {
      let slack = measured.map { $0.height - $0.minHeight }
      let cuts = Shares.proportional(-left, to: slack)
      for position in rows.indices { rows[position] -= cuts[position] }
    }
    var y = frame.y
    for (position, (child, gap)) in children.enumerated() {
      y += gap
      place(
        child, area: area,
        in: CellRect(x: frame.x, y: y, width: frame.width, height: rows[position]))
      y += rows[position]
    }
  }

  private mutating func placeRow(_ index: Int, area: Int, in frame: CellRect) {
    _ = measure(index, width: frame.width)
    let lines = rowLines[index] ?? []
    let measured = lines.map { line in line.cells.map { measure($0.index, width: $0.width) } }
    var rows = measured.map { $0.map(\.height).max() ?? 0 }
    let least = measured.map { $0.map(\.minHeight).max() ?? 0 }
    let left = frame.height - rows.reduce(0, +)
    if left < 0 {
      let cuts = Shares.proportional(-left, to: zip(rows, least).map { $0 - $1 })
      for position in rows.indices { rows[position] -= cuts[position] }
    } else if rows.count == 1 {
      // Columns beside one another may use all the room the row was given.
      rows[0] += left
    }
    var y = frame.y
    for (line, height) in zip(lines, rows) {
      for cell in line.cells {
        let own = measure(cell.index, width: cell.width).height
        let fills = outline[cell.index].kind == .column || outline[cell.index].kind == .row
        place(
          cell.index, area: area,
          in: CellRect(
            x: frame.x + cell.x, y: y, width: cell.width,
            height: fills ? height : min(own, height)))
      }
      y += height
    }
  }
}
