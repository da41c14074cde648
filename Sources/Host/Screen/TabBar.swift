/// The titles of a container's tabs on one row, the chosen one between brackets.
package struct TabBar: Sendable {
  package struct Item: Sendable {
    package let index: Int
    package let text: String
    package let frame: CellRect
    package let isSelected: Bool
  }

  package let row: CellRect
  package let items: [Item]

  /// Titles in full; where they do not fit, numbers for those that are not chosen, and in the end
  /// the chosen one alone.
  init(_ container: TabContainer, row: CellRect) {
    self.row = row
    let tabs = Array(container.tabs.enumerated())
    let full = tabs.map { ($0.offset, $0.element.words) }
    let short = tabs.map {
      ($0.offset, $0.offset == container.selected ? $0.element.words : "\($0.offset + 1)")
    }
    let alone = full.filter { $0.0 == container.selected }
    let fitting = [full, short, alone].first { Self.width(of: $0) <= row.width } ?? alone
    var items: [Item] = []
    // The words of the first one stand where the page does, when there is room.
    let indent = LayoutMetrics(width: row.width, height: row.height).page.x - 1
    var x = row.x + max(0, min(indent, row.width - Self.width(of: fitting)))
    for (index, words) in fitting {
      let isSelected = index == container.selected
      let room = max(0, min(CharacterWidth.of(words), row.endX - x - 2))
      let words = TextWrap.truncated(TextWrap.collapsed(words), width: room)
      let text = isSelected ? "[\(words)]" : " \(words) "
      let width = CharacterWidth.of(text)
      items.append(
        Item(
          index: index, text: text, frame: CellRect(x: x, y: row.y, width: width, height: 1),
          isSelected: isSelected))
      x += width
    }
    self.items = items
  }

  private static func width(of items: [(Int, String)]) -> Int {
    items.reduce(0) { $0 + CharacterWidth.of($1.1) + 2 }
  }

  func paint(into grid: inout CellGrid) {
    for item in items {
      let style = item.isSelected ? CellStyle([.bold, .reverse]) : CellStyle(role: .accent)
      grid.write(item.text, x: item.frame.x, y: row.y, style: style, clip: row)
    }
  }
}
