/// The cells that a node can do with and those that it would like.
struct WidthRange: Sendable {
  var min = 0
  var ideal = 0
  /// Whether it can use more than its ideal.
  var grows = false
}

/// Children of a row that stand on one line.
struct RowLine: Sendable {
  struct Cell: Sendable {
    var index: Int
    var x: Int
    var width: Int
  }
  var cells: [Cell] = []
}

extension LayoutEngine {
  /// The width of a node whose children's widths are known.
  func widthRange(of index: Int) -> WidthRange {
    let node = outline[index]
    let children = outline.entries[index].children.map { widths[$0] }
    switch node.kind {
    case .text, .image, .toggle:
      let mark = node.mark.utf8.count
      let longest =
        node.words.split(whereSeparator: \.isNewline).map { CharacterWidth.of($0) }.max() ?? 0
      return WidthRange(min: mark + leastWidth(of: node.words, longest), ideal: mark + longest)
    case .button:
      let width = CharacterWidth.of(node.text) + 4
      return WidthRange(min: width, ideal: width)
    case .field, .secureField:
      let label = boxes[index].labelWidth
      return WidthRange(
        min: label + 2 + LayoutMetrics.narrowestField, ideal: label + 2 + 24, grows: true)
    case .progress:
      let label = boxes[index].labelWidth
      return WidthRange(
        min: label + 2 + LayoutMetrics.narrowestField + 5,
        ideal: label + 2 + LayoutMetrics.barWidth + 5)
    case .divider:
      return WidthRange(min: 1, ideal: 1, grows: true)
    case .spacer:
      return WidthRange()
    case .column, .list:
      let bar = node.kind == .list ? 1 : 0
      return WidthRange(
        min: (children.map(\.min).max() ?? 0) + bar,
        ideal: (children.map(\.ideal).max() ?? 0) + bar, grows: children.contains(where: \.grows))
    case .row:
      let gaps = metrics.columnGap * Swift.max(0, children.count - 1)
      return WidthRange(
        min: children.map(\.min).max() ?? 0, ideal: children.reduce(gaps) { $0 + $1.ideal },
        grows: children.contains(where: \.grows)
          || outline.entries[index].children.contains { outline[$0].kind == .spacer })
    }
  }

  /// The fewest cells that a text can do with: some that a few words or a long word go into.
  private func leastWidth(of words: String, _ longest: Int) -> Int {
    let (few, most) = (LayoutMetrics.narrowestText, LayoutMetrics.longestWord)
    if longest <= few { return longest }
    // Wide characters break anywhere; of words only those in ASCII are looked at, byte by byte, as this is done for
    // each text of a page.
    var word = 0
    var run = 0
    for byte in words.utf8 {
      run = byte > 0x20 && byte < 0x7F ? run + 1 : 0
      word = Swift.max(word, run)
      if word >= most { break }
    }
    return Swift.min(longest, Swift.max(few, word), most)
  }

  /// The lines of a row: one when its children fit beside one another, else as few as will do.
  func linesOfRow(_ index: Int, width: Int) -> [RowLine] {
    let children = outline.entries[index].children
    if children.isEmpty { return [] }
    let ranges = children.map { widths[$0] }
    if let aligned = alignedCells[index], let line = line(children, ranges: aligned, width: width) {
      return [line]
    }
    if let line = line(children, ranges: ranges, width: width) { return [line] }
    var lines: [RowLine] = []
    var rest = children[...]
    while !rest.isEmpty {
      var count = 1
      while count < rest.count, minimum(rest.prefix(count + 1)) <= width { count += 1 }
      let part = Array(rest.prefix(count))
      lines.append(
        line(part, ranges: part.map { widths[$0] }, width: width)
          ?? RowLine(cells: [RowLine.Cell(index: part[0], x: 0, width: width)]))
      rest = rest.dropFirst(count)
    }
    return lines
  }

  private func minimum(_ children: ArraySlice<Int>) -> Int {
    children.reduce(metrics.columnGap * (children.count - 1)) { $0 + widths[$1].min }
  }

  /// The children of a row on one line, or nil when their least widths do not fit.
  private func line(_ children: [Int], ranges: [WidthRange], width: Int) -> RowLine? {
    var cells = ranges.map(\.ideal)
    let left = width - metrics.columnGap * (children.count - 1) - cells.reduce(0, +)
    if left >= 0 {
      let spacers = children.indices.filter { outline[children[$0]].kind == .spacer }
      let growing =
        spacers.isEmpty ? children.indices.filter { widths[children[$0]].grows } : spacers
      for (share, position) in zip(Shares.even(left, among: growing.count), growing) {
        cells[position] += share
      }
    } else {
      let slack = ranges.map { Swift.max(0, $0.ideal - $0.min) }
      guard slack.reduce(0, +) >= -left else { return nil }
      let cuts = Shares.proportional(-left, to: slack)
      for position in cells.indices { cells[position] -= cuts[position] }
    }
    var line = RowLine()
    var x = 0
    for (child, cell) in zip(children, cells) {
      line.cells.append(RowLine.Cell(index: child, x: x, width: cell))
      x += cell + metrics.columnGap
    }
    return line
  }

  /// Gives neighbouring fields of a column labels of one width, so that their brackets stand below
  /// one another.
  mutating func alignLabels() {
    for index in outline.entries.indices {
      let node = outline[index]
      if (node.isField || node.kind == .progress) && !node.text.isEmpty {
        boxes[index].labelWidth = CharacterWidth.of(node.label) + 1
      }
    }
    for entry in outline.entries where entry.node.kind == .column {
      for run in entry.children.split(whereSeparator: { !outline[$0].isField }) {
        let widest = run.map { boxes[$0].labelWidth }.max() ?? 0
        for child in run where boxes[child].labelWidth > 0 { boxes[child].labelWidth = widest }
      }
    }
  }

  /// Makes a table of neighbouring rows that have the same number of plain cells.
  mutating func alignRows() {
    for entry in outline.entries where entry.node.kind == .list || entry.node.kind == .column {
      let runs = entry.children.split(whereSeparator: { cellCount($0) == nil })
      for run in runs where run.count > 1 {
        var start = run.startIndex
        while start < run.endIndex {
          let count = cellCount(run[start])
          let end = run[start...].firstIndex { cellCount($0) != count } ?? run.endIndex
          align(run[start..<end])
          start = end
        }
      }
    }
  }

  private mutating func align(_ rows: ArraySlice<Int>) {
    guard rows.count > 1, let first = rows.first else { return }
    var cells = outline.entries[first].children.map { widths[$0] }
    for row in rows {
      for (position, child) in outline.entries[row].children.enumerated() {
        cells[position].min = Swift.max(cells[position].min, widths[child].min)
        cells[position].ideal = Swift.max(cells[position].ideal, widths[child].ideal)
      }
    }
    for row in rows { alignedCells[row] = cells }
  }

  /// The number of a row's cells if it can be part of a table.
  private func cellCount(_ index: Int) -> Int? {
    let entry = outline.entries[index]
    guard entry.node.kind == .row, entry.children.count > 1 else { return nil }
    let fits = entry.children.allSatisfy {
      let child = outline[$0]
      return (child.kind == .text || child.kind == .button || child.kind == .image)
        && !child.flags.contains(.badge)
    }
    return fits ? entry.children.count : nil
  }
}
