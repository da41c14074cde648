internal import PageABI

extension LivePage {
  /// Reads the page's view into memory that is valid until the page is next entered.
  func view(into out: UnsafeMutablePointer<page_view>) {
    link.memory.reset()
    let flat = FlatView(page.view)
    link.handlers = flat.handlers
    link.mainButton = flat.mainButton
    let nodes = link.memory.allocate(page_node.self, count: flat.entries.count)
    for (index, entry) in flat.entries.enumerated() {
      nodes?.advanced(by: index).initialize(to: link.memory.node(entry))
    }
    out.pointee.node_size = UInt32(MemoryLayout<page_node>.stride)
    out.pointee.nodes = UnsafePointer(nodes)
    out.pointee.count = nodes == nil ? 0 : flat.entries.count
    out.pointee.title = link.memory.string(page.title ?? "")
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
