internal import PageABI

/// Why a page's view cannot be taken.
package enum ViewError: Error, Sendable, Hashable, CustomStringConvertible {
  case tooManyNodes(Int)
  case badStride(UInt32)
  case unknownKind(UInt32, at: Int)
  case badDepth(UInt32, at: Int)
  case repeatedID(String)
  case noNodes(Int)
  case text(Value.BoundaryError, at: Int)
  case title(Value.BoundaryError)

  package var description: String {
    switch self {
    case .tooManyNodes(let count):
      "its view has \(count) nodes; at most \(PAGE_MAX_NODES) are taken"
    case .badStride(let size): "its view says that a node has \(size) bytes"
    case .unknownKind(let kind, let index):
      "node \(index) of its view is of the unknown kind \(kind)"
    case .badDepth(let depth, let index):
      "node \(index) of its view has depth \(depth), which does not follow from the one before"
    case .repeatedID(let id): "two nodes of its view have the id '\(id)'"
    case .noNodes(let count): "its view has \(count) nodes but no data"
    case .title(let error): "the title of its view: \(error)"
    case .text(let error, let index): "node \(index) of its view: \(error)"
    }
  }
}

extension PageView {
  /// Copies a view of the boundary and checks that it is a tree with distinct ids.
  init(copying view: page_view) throws(ViewError) {
    // A count beyond what Int holds is imported as a negative one.
    guard (0...Int(PAGE_MAX_NODES)).contains(view.count) else { throw .tooManyNodes(view.count) }
    guard Int(view.node_size) >= MemoryLayout<page_node>.stride, view.node_size <= 4096 else {
      throw .badStride(view.node_size)
    }
    guard view.count == 0 || view.nodes != nil else { throw .noNodes(view.count) }
    var reader = ViewReader(view: view)
    self.init(root: try reader.root(), title: try reader.title())
  }
}

/// Builds the tree of a view from its nodes in pre-order.
private struct ViewReader {
  let view: page_view
  private var index = 0
  private var ids: Set<String> = []
  /// How many bytes of text may still come; a view is bounded as a whole, as the values of a call are.
  private var bytesLeft = Int(PAGE_MAX_VALUE_BYTES)

  init(view: page_view) { self.view = view }

  private func node(_ index: Int) -> page_node? {
    guard index < view.count, let nodes = view.nodes else { return nil }
    return UnsafeRawPointer(nodes).loadUnaligned(
      fromByteOffset: index * Int(view.node_size), as: page_node.self)
  }

  func title() throws(ViewError) -> String {
    do throws(Value.BoundaryError) { return try Value.copy(view.title) } catch {
      throw .title(error)
    }
  }

  private mutating func text(_ string: page_string) throws(ViewError) -> String {
    guard string.length >= 0, string.length <= bytesLeft else { throw .text(.tooLarge, at: index) }
    bytesLeft -= string.length
    do throws(Value.BoundaryError) { return try Value.copy(string) } catch {
      throw .text(error, at: index)
    }
  }

  mutating func root() throws(ViewError) -> ViewNode {
    guard let first = node(0) else { return ViewNode(.column) }
    guard first.depth == 0 else { throw .badDepth(first.depth, at: 0) }
    let root = try tree(first)
    if let next = node(index) { throw .badDepth(next.depth, at: index) }
    return root
  }

  private mutating func tree(_ raw: page_node) throws(ViewError) -> ViewNode {
    guard raw.depth < PAGE_MAX_NODE_DEPTH else { throw .badDepth(raw.depth, at: index) }
    guard let kind = ViewNode.Kind(rawValue: raw.kind) else {
      throw .unknownKind(raw.kind, at: index)
    }
    var result = ViewNode(
      kind, id: try text(raw.id), text: try text(raw.text), value: try text(raw.value),
      hint: try text(raw.hint), number: raw.number.isFinite ? raw.number : 0,
      flags: ViewNode.Flags(rawValue: raw.flags))
    guard ids.insert(result.id).inserted else { throw .repeatedID(result.id) }
    index += 1
    while let child = node(index), child.depth > raw.depth {
      guard child.depth == raw.depth + 1 else { throw .badDepth(child.depth, at: index) }
      result.children.append(try tree(child))
    }
    return result
  }
}
