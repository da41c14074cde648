extension LayerComposition {
  /// What stands in the title bar.
  var titleText: String {
    let title = TextWrap.collapsed(layer.content.title)
    return layer.canGoBack ? "‹ \(title)" : title
  }

  /// Draws the layer.
  ///
  /// - Parameters:
  ///   - states: Of the pages, by instance.
  ///   - focus: The node with the focus, if this layer has it.
  package func paint(states: [UInt64: ScreenState], focus: NodeReference?) -> ScreenPicture {
    var picture = ScreenPicture(grid: CellGrid(width: width, height: height))
    for region in regions {
      let own = focus.flatMap { $0.page == region.content.instance ? $0.id : nil }
      var painter = ViewPainter(
        region, state: states[region.content.instance] ?? ScreenState(),
        focus: own.flatMap { region.layout.outline.index(of: $0) })
      painter.paint(into: &picture.grid)
      if let caret = painter.caret { picture.caret = caret }
    }
    if let bar = titleBar {
      let x = LayoutMetrics(width: width, height: height).page.x
      let words = TextWrap.truncated(titleText, width: width - x)
      picture.grid.fill(bar, style: CellStyle(.reverse))
      picture.grid.write(words, x: x, y: bar.y, style: CellStyle([.bold, .reverse]), clip: bar)
    }
    if let bar = messageBar, let message { Self.paint(message, bar, into: &picture.grid) }
    tabBar?.paint(into: &picture.grid)
    return picture
  }

  /// Draws a message alone, for when there is no layer.
  static func paint(_ message: ScreenMessage, _ bar: CellRect, into grid: inout CellGrid) {
    let style =
      switch message.tone {
      case .notice: CellStyle(role: .attention)
      case .error: CellStyle(.bold, role: .danger)
      case .hint: CellStyle(.dim)
      }
    let x = messageMargin(width: bar.width)
    let lines = lines(of: message, width: bar.width, height: bar.height * 4)
    for (row, line) in lines.prefix(bar.height).enumerated() {
      grid.write(line, x: x, y: bar.y + row, style: style, clip: bar)
    }
  }

  /// A message's lines: an error has a quarter of the screen for its reason and the next step, all else one row.
  static func lines(of message: ScreenMessage, width: Int, height: Int) -> [String] {
    let words = TextWrap.collapsed(message.text)
    let room = width - messageMargin(width: width)
    let most = message.tone == .error ? max(1, min(6, height / 4)) : 1
    let lines = TextWrap.lines(of: words, width: room)
    guard lines.count > most else { return lines }
    let rest = lines[(most - 1)...].joined(separator: " ")
    return lines[..<(most - 1)] + [TextWrap.truncated(rest, width: room)]
  }

  private static func messageMargin(width: Int) -> Int {
    LayoutMetrics(width: width, height: 1).page.x
  }
}
