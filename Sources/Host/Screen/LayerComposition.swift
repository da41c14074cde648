/// One layer laid out for a size: the regions of its pages, and the bars around them.
///
/// A value made of values, so that a transition can compose and paint two of them.
package struct LayerComposition: Sendable {
  /// A page's part of the screen.
  package struct Region: Sendable {
    package let content: LayerContent
    package let viewport: CellRect
    package let layout: ViewLayout
    fileprivate(set) var accelerators = Accelerators()
  }

  package let layer: Layer
  package let message: ScreenMessage?
  package let width: Int
  package let height: Int
  /// The page and, before it, its container's header; in the order of focus.
  package let regions: [Region]
  package let titleBar: CellRect?
  package let messageBar: CellRect?
  package let tabBar: TabBar?

  /// The rows of the page itself and of its title.
  var pageRows: Range<Int> { (titleBar?.y ?? body.viewport.y)..<body.viewport.endY }

  /// The region of the page itself.
  package var body: Region { regions[regions.count - 1] }

  /// The region of a page.
  func region(of instance: UInt64) -> Region? {
    regions.last { $0.content.instance == instance }
  }

  /// Composes a layer; the page gets the last row that is left, the bars only what it can spare.
  package init(_ layer: Layer, message: ScreenMessage?, width: Int, height: Int) {
    self.layer = layer
    self.message = message
    self.width = width
    self.height = height
    var top = 0
    var bottom = height
    func row(_ y: Int) -> CellRect { CellRect(y: y, width: width, height: 1) }

    if let container = layer.container, height >= 4 {
      bottom -= 1
      tabBar = TabBar(container, row: row(bottom))
    } else {
      tabBar = nil
    }
    if let message, height >= (message.tone == .hint ? 16 : 2) {
      let rows = Self.lines(of: message, width: width, height: height).count
      bottom -= rows
      messageBar = CellRect(y: bottom, width: width, height: rows)
    } else {
      messageBar = nil
    }
    var regions: [Region] = []
    if let header = layer.container?.content, height >= 6 {
      let natural = ViewLayout.naturalHeight(header.view, width: width, height: 1)
      let rows = min(natural, max(1, (bottom - top) / 3))
      if natural > 0 {
        regions.append(Region(header, CellRect(width: width, height: rows)))
        top += rows
      }
    }
    if Self.needsTitle(layer), height >= 10 {
      titleBar = row(top)
      top += 1
    } else {
      titleBar = nil
    }
    regions.append(Region(layer.content, CellRect(y: top, width: width, height: bottom - top)))
    // The page chooses its letters before the header around it.
    let letters = Accelerators.shared(among: regions.reversed().map(\.layout.outline))
    for (index, own) in zip(regions.indices.reversed(), letters) {
      regions[index].accelerators = own
    }
    self.regions = regions
  }

  /// Whether the title has to be said: not when the view begins with it, nor when the tab bar says
  /// it.
  private static func needsTitle(_ layer: Layer) -> Bool {
    if layer.content.title.isEmpty { return false }
    if layer.canGoBack { return true }
    if let container = layer.container, container.tabs.indices.contains(container.selected) {
      return container.tabs[container.selected].title != layer.content.title
    }
    return firstHeading(layer.content.view) != layer.content.title
  }

  private static func firstHeading(_ node: ViewNode) -> String? {
    if node.kind == .text, node.flags.contains(.heading) { return node.text }
    for child in node.children {
      if let found = firstHeading(child) { return found }
    }
    return nil
  }
}

extension LayerComposition.Region {
  init(_ content: LayerContent, _ viewport: CellRect) {
    self.content = content
    self.viewport = viewport
    layout = ViewLayout(content.view, width: viewport.width, height: viewport.height)
  }

  /// The number of the topmost control at a cell.
  func control(x: Int, y: Int, state: ScreenState) -> Int? {
    let placement = AreaPlacement(layout, viewport: viewport, offsets: state.offsets)
    return layout.boxes.indices.last {
      layout.outline[$0].canFocus && placement.visible(layout.boxes[$0]).contains(x: x, y: y)
    }
  }

  /// The number of the innermost area at a cell.
  func area(x: Int, y: Int, state: ScreenState) -> Int? {
    let placement = AreaPlacement(layout, viewport: viewport, offsets: state.offsets)
    return placement.clips.indices.last { placement.clips[$0].contains(x: x, y: y) }
  }
}
