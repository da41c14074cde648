internal import PageABI

extension Element {
  /// Names the element, so that it stays itself when those around it come and go.
  public func id(_ id: String) -> Node { changed { $0.id = id } }

  /// Keeps it from being focused and tapped.
  public func disabled(_ disabled: Bool = true) -> Node {
    changed { $0.set(PAGE_NODE_DISABLED, disabled) }
  }

  /// Makes a text a heading.
  public func heading() -> Node { changed { $0.set(PAGE_NODE_HEADING) } }

  /// Makes a text less important.
  public func secondary() -> Node { changed { $0.set(PAGE_NODE_SECONDARY) } }

  /// Makes a text one that tells of a fault.
  public func error() -> Node { changed { $0.set(PAGE_NODE_ERROR) } }

  /// Makes a text a count that calls for attention.
  public func badge() -> Node { changed { $0.set(PAGE_NODE_BADGE) } }

  /// Makes a button the main one of the page.
  public func prominent() -> Node { changed { $0.set(PAGE_NODE_PROMINENT) } }

  /// Makes a button one that takes something away.
  public func destructive() -> Node { changed { $0.set(PAGE_NODE_DESTRUCTIVE) } }

  /// Makes a button the one that ends what the page has begun, such as editing.
  ///
  /// While it is shown and not disabled, a person who goes back taps it, and stays on the page.
  public func cancelling() -> Node { changed { $0.set(PAGE_NODE_CANCEL) } }

  /// Tells of touches of the element: began, moved, and ended or cancelled.
  ///
  /// - Parameter touched: Takes the column and the row from the element's top left, which can be below zero or beyond its
  ///   size once the finger has moved off it.
  public func onTouch(
    _ touched: @escaping @MainActor (_ phase: TouchPhase, _ x: Int, _ y: Int) -> Void
  ) -> Node {
    changed {
      $0.touch = touched
      $0.set(PAGE_NODE_TOUCHABLE)
    }
  }

  private func changed(_ change: (inout Node) -> Void) -> Node {
    var node = self.node
    change(&node)
    return node
  }
}

extension Node {
  fileprivate mutating func set(_ flag: page_node_flags, _ on: Bool = true) {
    if on { flags |= flag } else { flags &= ~flag }
  }
}
