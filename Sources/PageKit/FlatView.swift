internal import PageABI

/// A view in pre-order, with an id for every node.
///
/// An id is the author's, or made of its parent's, the node's kind and its place among siblings of that kind:
/// `row1/button2`. So a text that comes and goes leaves the fields around it what they are.
struct FlatView {
  struct Entry {
    var node: Node
    var id: String
    var depth: UInt32
  }

  private(set) var entries: [Entry] = []
  /// The nodes that a person can act on, by id.
  private(set) var handlers: [String: Node] = [:]
  /// The first main button that is not disabled.
  private(set) var mainButton: Node?
  private var ids: Set<String> = []

  init(_ view: View) {
    var root = Node(.column)
    root.children = view.nodes
    add(root, id: "page", depth: 0)
  }

  private mutating func add(_ node: Node, id wish: String, depth: UInt32) {
    let id = unique(wish)
    entries.append(Entry(node: node, id: id, depth: depth))
    if node.action != nil || node.touch != nil, node.flags & PAGE_NODE_DISABLED == 0 {
      handlers[id] = node
      if mainButton == nil, node.action != nil, node.flags & PAGE_NODE_PROMINENT != 0 {
        mainButton = node
      }
    }
    let path = depth == 0 ? "" : "\(id)/"
    var counts: [Node.Kind: Int] = [:]
    for child in node.children {
      let number = counts[child.kind, default: 0] + 1
      counts[child.kind] = number
      add(child, id: child.id ?? "\(path)\(child.kind)\(number)", depth: depth + 1)
    }
  }

  /// The id itself, or with a number where another node has it already.
  private mutating func unique(_ wish: String) -> String {
    var id = wish
    var number = 2
    while !ids.insert(id).inserted {
      id = "\(wish)~\(number)"
      number += 1
    }
    return id
  }
}
