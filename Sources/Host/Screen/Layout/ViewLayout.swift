/// Where each node of a view is drawn in a region of a given size, before scrolling.
///
/// Frames are in the coordinates of the content of an area: the page as a whole, or a list in it.
/// Scrolling moves areas and needs no new layout; see ``AreaPlacement``.
package struct ViewLayout: Sendable {
  /// One node's place.
  package struct Box: Sendable, Hashable {
    package var area = 0
    package var frame = CellRect(width: 0, height: 0)
    /// Wrapped words, for nodes that are drawn as text.
    package var lines: [String] = []
    /// Cells of a field's label, those that align it with its neighbours included.
    package var labelWidth = 0
  }

  /// Something that scrolls: the page as a whole (number 0) or a list.
  package struct Area: Sendable, Hashable {
    /// What its offset is kept under; empty for the page.
    package let key: String
    package let parent: Int?
    /// Where it is seen, in the coordinates of its parent's content.
    package let frame: CellRect
    package let contentHeight: Int

    /// The offset at which its last row is seen.
    package var maxOffset: Int { max(0, contentHeight - frame.height) }
  }

  package let outline: ViewOutline
  package let width: Int
  package let height: Int
  package let boxes: [Box]
  package let areas: [Area]

  /// Lays a view out; O(nodes + length of their texts).
  ///
  /// - Parameters:
  ///   - width: Cells; may be 0.
  ///   - height: Rows; may be 0.
  package init(_ view: ViewNode, width: Int, height: Int) {
    var engine = LayoutEngine(ViewOutline(view), width: max(0, width), height: max(0, height))
    engine.run()
    outline = engine.outline
    self.width = engine.width
    self.height = engine.height
    boxes = engine.boxes
    areas = engine.areas
  }

  /// Rows that the view needs in a region of this width before anything scrolls.
  package static func naturalHeight(_ view: ViewNode, width: Int, height: Int) -> Int {
    var engine = LayoutEngine(ViewOutline(view), width: max(0, width), height: max(0, height))
    return engine.naturalHeight
  }
}
