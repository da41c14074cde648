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
        region.layout, state: states[region.content.instance] ?? ScreenState(),
        viewport: region.viewport, focus: own.flatMap { region.layout.outline.index(of: $0) })
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
    let x = LayoutMetrics(width: bar.width, height: bar.height).page.x
    let words = TextWrap.truncated(TextWrap.collapsed(message.text), width: bar.width - x)
    grid.write(words, x: x, y: bar.y, style: style, clip: bar)
  }
}
