internal import PageABI

extension LivePage {
  /// Reads the page's view into memory that is valid until the page is next entered.
  func view(into out: UnsafeMutablePointer<page_view>) {
    link.memory.reset()
    var root = Node(.column)
    root.children = page.view.nodes
    var flat = FlatView()
    flat.add(root, depth: 0, path: "")
    link.handlers = flat.handlers
    link.prominent = flat.prominent
    let nodes = link.memory.allocate(page_node.self, count: flat.nodes.count)
    for (index, entry) in flat.nodes.enumerated() {
      nodes?.advanced(by: index).initialize(to: link.memory.node(entry))
    }
    out.pointee.node_size = UInt32(MemoryLayout<page_node>.stride)
    out.pointee.nodes = UnsafePointer(nodes)
    out.pointee.count = nodes == nil ? 0 : flat.nodes.count
    out.pointee.title = link.memory.string(page.title ?? "")
  }
}

/// A view in pre-order with an id for every node.
private struct FlatView {
  struct Entry {
    var node: Node
    var id: String
    var depth: UInt32
  }

  var nodes: [Entry] = []
  var handlers: [String: Node] = [:]
  /// The first main button that is not disabled.
  var prominent: Node?
  private var ids: Set<String> = []

  init() {}

  /// Adds a node and what is below it; its id is its own, or its parent's with its place.
  mutating func add(_ node: Node, depth: UInt32, path: String) {
    let id = unique(node.id ?? path)
    nodes.append(Entry(node: node, id: id, depth: depth))
    if node.action != nil { handlers[id] = node }
    if prominent == nil, node.flags & PAGE_NODE_PROMINENT != 0, node.flags & PAGE_NODE_DISABLED == 0 {
      prominent = node
    }
    for (index, child) in node.children.enumerated() {
      add(child, depth: depth + 1, path: "\(id)/\(index)")
    }
  }

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

extension ReplyMemory {
  fileprivate func node(_ entry: FlatView.Entry) -> page_node {
    page_node(
      kind: entry.node.kind.rawValue, flags: entry.node.flags, depth: entry.depth, reserved: 0,
      id: string(entry.id), text: string(entry.node.text), value: string(entry.node.value),
      hint: string(entry.node.hint), number: entry.node.number)
  }
}
