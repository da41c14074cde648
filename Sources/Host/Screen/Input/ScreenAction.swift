/// A node of a page that is shown: the number of the page's instance and the node's id.
package struct NodeReference: Sendable, Hashable {
  package let page: UInt64
  package let id: String

  package init(page: UInt64, id: String) {
    self.page = page
    self.id = id
  }
}

/// What the host has to do about an input; ``Screen`` has then done its own part.
package enum ScreenAction: Sendable, Hashable {
  /// Nothing changed.
  case none
  /// Only the picture changed.
  case redraw
  /// A button was chosen.
  case tap(NodeReference)
  /// A field's contents changed; the whole contents.
  case change(NodeReference, String)
  /// Enter in a field; the whole contents. When the page does not handle it,
  /// ``ViewNode/prominentButton`` is tapped.
  case submit(NodeReference, String)
  /// A toggle is to be switched to this.
  case toggle(NodeReference, Bool)
  /// A finger, or the mouse's left button, is on a node that takes touches.
  case touch(ScreenTouch)
  /// Another tab was chosen, counted from 0.
  case tab(Int)
  /// A tab that many further on was chosen, and after the last the first.
  case moveTab(by: Int)
  case back
  case quit

  /// Whether it is for a page, and not for the host.
  var isForPage: Bool {
    switch self {
    case .tap, .change, .submit, .toggle, .touch: true
    case .none, .redraw, .tab, .moveTab, .back, .quit: false
    }
  }
}

/// A moment of a touch of a node.
package struct ScreenTouch: Sendable, Hashable {
  package let node: NodeReference
  package let phase: TouchPhase
  /// Column and row from the node's top left, whether or not that is seen; outside of the node once the finger is.
  package let x: Int
  package let y: Int
  /// Whether a control was touched and let go, and so has to do what it does besides.
  package var activates = false
}
