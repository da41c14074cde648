/// Draws a view that is laid out into a grid.
package struct ViewPainter {
  let layout: ViewLayout
  let state: ScreenState
  let placement: AreaPlacement
  let accelerators: Accelerators
  /// The number of the node that has the focus.
  let focus: Int?
  /// The cell of the caret, when a field that is seen has the focus.
  private(set) var caret: ScreenPicture.Caret?

  init(_ region: LayerComposition.Region, state: ScreenState, focus: Int?) {
    layout = region.layout
    self.state = state
    self.focus = focus
    accelerators = region.accelerators
    placement = AreaPlacement(layout, viewport: region.viewport, offsets: state.offsets)
  }

  mutating func paint(into grid: inout CellGrid) {
    for index in layout.boxes.indices {
      let box = layout.boxes[index]
      let visible = placement.visible(box)
      if visible.isEmpty { continue }
      paint(index, box, visible: visible, into: &grid)
    }
    for (number, area) in layout.areas.enumerated() where area.maxOffset > 0 {
      paintScrollBar(of: area, number, into: &grid)
    }
  }

  private mutating func paint(
    _ index: Int, _ box: ViewLayout.Box, visible: CellRect, into grid: inout CellGrid
  ) {
    let node = layout.outline[index]
    let frame = placement.frame(of: box)
    var style = node.style
    if index == focus { style = style.adding(.reverse) }
    switch node.kind {
    case .column, .row, .list, .spacer:
      break
    case .text, .image, .toggle:
      let indent = node.mark.utf8.count
      grid.write(node.mark, x: frame.x, y: frame.y, style: style, clip: visible)
      let rows = (visible.y - frame.y..<visible.endY - frame.y).clamped(to: box.lines.indices)
      for row in rows {
        grid.write(
          box.lines[row], x: frame.x + indent, y: frame.y + row, style: style, clip: visible)
      }
      if let line = box.lines.first, visible.y == frame.y {
        underline(index, of: line, x: frame.x + indent, y: frame.y, visible, in: &grid)
      }
    case .button:
      let words = Self.buttonText(node, width: frame.width)
      grid.write(words, x: frame.x, y: frame.y, style: style, clip: visible)
      let start = frame.width >= 5 ? 2 : frame.width >= 3 ? 1 : 0
      underline(
        index, of: words.dropFirst(start), x: frame.x + start, y: frame.y, visible, in: &grid)
    case .field, .secureField:
      paintField(index, frame: frame, visible: visible, into: &grid)
    case .progress:
      paintProgress(node, box, frame: frame, visible: visible, into: &grid)
    case .divider:
      let line = String(repeating: "─", count: frame.width)
      grid.write(line, x: frame.x, y: frame.y, style: style, clip: visible)
    }
  }

  /// A button's words between brackets, cut when there is no room for them.
  static func buttonText(_ node: ViewNode, width: Int) -> String {
    let words = TextWrap.collapsed(node.text)
    if width >= 5 { return "[ \(TextWrap.truncated(words, width: width - 4)) ]" }
    return width >= 3 ? "[\(TextWrap.truncated(words, width: width - 2))]" : words
  }

  /// Underlines the letter that chooses a control, where it is drawn.
  private func underline(
    _ index: Int, of words: some StringProtocol, x: Int, y: Int, _ visible: CellRect,
    in grid: inout CellGrid
  ) {
    guard let place = accelerators.place(in: index),
      let letter = words.dropFirst(place).first,
      letter.isASCII, letter.isLetter
    else { return }
    let cell = CellRect(x: x + CharacterWidth.of(words.prefix(place)), y: y, width: 1, height: 1)
    grid.restyle(cell.intersection(visible)) { $0.adding(.underline) }
  }

  // MARK: Fields

  private mutating func paintField(
    _ index: Int, frame: CellRect, visible: CellRect, into grid: inout CellGrid
  ) {
    let node = layout.outline[index]
    let field = FieldFrame(node, layout.boxes[index], frame: frame)
    let isFocused = index == focus
    grid.write(
      TextWrap.truncated(node.label, width: frame.width), x: frame.x, y: frame.y,
      style: isFocused ? node.style.adding(.bold) : node.style, clip: visible)
    underline(
      index, of: TextWrap.truncated(node.label, width: frame.width), x: frame.x, y: frame.y,
      visible,
      in: &grid)
    let row = field.contents.y
    let editor = state.editors[node.id] ?? FieldEditor(node.value)
    let secure = node.kind == .secureField
    let window = editor.window(
      width: field.contents.width, secure: secure, scrolled: isFocused)
    if field.hasBrackets {
      // An angle in place of a bracket: there is more of the text on that side.
      let (left, right) = (window.isCutBefore ? "‹" : "[", window.isCutAfter ? "›" : "]")
      grid.write(left, x: field.contents.x - 1, y: row, style: node.style, clip: visible)
      grid.write(right, x: field.contents.endX, y: row, style: node.style, clip: visible)
    }
    let contents = field.contents.intersection(visible)
    var style = node.style.adding(.underline)
    if isFocused { style = style.adding(.bold) }
    let blank = String(repeating: "_", count: field.contents.width)
    grid.write(blank, x: field.contents.x, y: row, style: CellStyle(.dim), clip: contents)
    if editor.count == 0, !node.hint.isEmpty {
      let hint = TextWrap.truncated(node.hint, width: field.contents.width)
      grid.write(hint, x: field.contents.x, y: row, style: CellStyle(.dim), clip: contents)
    }
    grid.write(window.text, x: field.contents.x, y: row, style: style, clip: contents)
    let cell = field.contents.x + min(window.caretCell, max(0, field.contents.width - 1))
    if isFocused, contents.contains(x: cell, y: row) { caret = .init(x: cell, y: row) }
  }

  // MARK: Bars

  private func paintProgress(
    _ node: ViewNode, _ box: ViewLayout.Box, frame: CellRect, visible: CellRect,
    into grid: inout CellGrid
  ) {
    let stacked = frame.height > 1
    grid.write(
      TextWrap.truncated(node.label, width: frame.width), x: frame.x, y: frame.y,
      style: node.style, clip: visible)
    let x = frame.x + (stacked ? 0 : box.labelWidth)
    let row = frame.y + (stacked ? 1 : 0)
    // Brackets, a space and "100%".
    let cells = min(LayoutMetrics.barWidth, max(1, frame.endX - x - 7))
    let isKnown = node.number >= 0 && node.number.isFinite
    let fraction = isKnown ? min(node.number, 1) : 0
    let full = Int((fraction * Double(cells)).rounded(.down))
    let bar =
      isKnown
      ? String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
      : String(repeating: "·", count: cells)
    let end = grid.write("[\(bar)]", x: x, y: row, style: CellStyle(role: .accent), clip: visible)
    if isKnown {
      let percent = "\(Int((fraction * 100).rounded(.down)))%"
      grid.write(percent, x: end + 1, y: row, style: node.style, clip: visible)
    }
  }

  /// Marks on the right edge of an area which part of it is seen.
  private func paintScrollBar(
    of area: ViewLayout.Area, _ number: Int, into grid: inout CellGrid
  ) {
    let clip = placement.clips[number]
    guard !clip.isEmpty, area.frame.width >= LayoutMetrics.narrowestScrollBar else { return }
    let rows = clip.height
    let length = max(1, rows * rows / max(1, area.contentHeight))
    let start = (rows - length) * placement.offsets[number] / max(1, area.maxOffset)
    for row in 0..<rows {
      let mark = row >= start && row < start + length ? "┃" : "│"
      grid.write(mark, x: clip.endX - 1, y: clip.y + row, style: CellStyle(.dim), clip: clip)
    }
  }
}

/// The parts of a field's frame.
struct FieldFrame {
  /// The cells between the brackets.
  let contents: CellRect
  let hasBrackets: Bool

  init(_ node: ViewNode, _ box: ViewLayout.Box, frame: CellRect) {
    let isStacked = frame.height > 1
    let label = isStacked ? 0 : box.labelWidth
    hasBrackets = frame.width - label >= 4
    let brackets = hasBrackets ? 1 : 0
    let room = frame.width - label - 2 * brackets
    contents = CellRect(
      x: frame.x + label + brackets, y: frame.endY - 1, width: room, height: min(1, frame.height))
  }
}
