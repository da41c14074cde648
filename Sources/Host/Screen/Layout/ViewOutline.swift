/// A view's nodes in pre-order, so that each has a number and everything about it can be kept in
/// arrays.
package struct ViewOutline: Sendable {
  package struct Entry: Sendable {
    package let node: ViewNode
    /// The number of the node that holds it; nil for the root.
    package let parent: Int?
    package fileprivate(set) var children: [Int] = []
  }

  package private(set) var entries: [Entry] = []

  /// O(nodes).
  package init(_ root: ViewNode) { add(root, parent: nil) }

  package subscript(index: Int) -> ViewNode { entries[index].node }

  /// The numbers of the controls that can have the focus, in the order of the document.
  ///
  /// Of controls with the same id the first one counts.
  package var focusable: [Int] {
    var seen: Set<String> = []
    return entries.indices.filter {
      entries[$0].node.canFocus && seen.insert(entries[$0].node.id).inserted
    }
  }

  /// The ids of its controls, those that are disabled too.
  var controlIDs: Set<String> {
    Set(entries.lazy.filter { $0.node.isControl && !$0.node.id.isEmpty }.map(\.node.id))
  }

  /// The number of the first node with an id.
  package func index(of id: String) -> Int? {
    if id.isEmpty { return nil }
    return entries.firstIndex { $0.node.id == id }
  }

  @discardableResult
  private mutating func add(_ node: ViewNode, parent: Int?) -> Int {
    let index = entries.count
    entries.append(Entry(node: node, parent: parent))
    var children: [Int] = []
    children.reserveCapacity(node.children.count)
    for child in node.children { children.append(add(child, parent: index)) }
    entries[index].children = children
    return index
  }
}
