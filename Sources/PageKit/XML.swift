internal import PageABI

extension Page {
  /// The host's reader of XML; the manifest asks for it with `"xml": true`.
  public var xml: XML { XML(link: link) }
}

/// Reads XML: well-formed, with namespaces, entities and size bounded.
@MainActor public struct XML {
  let link: HostLink

  /// Reads a document.
  /// - Parameter encoding: What its carrier says, such as ``Requests/Response/charset``.
  /// - Returns: The root element.
  /// - Throws: ``PageError`` with the line, when it is not well-formed or passes a limit.
  public func parse(_ document: [UInt8], encoding: String? = nil) async throws -> XMLNode {
    let table = try link.service(PAGE_XML, page_xml.self)
    let nodes = try await link.request { token, scratch, _ in
      table.pointee.parse(
        link.host, link.instance, token, scratch.bytes(document), scratch.string(encoding ?? ""))
    }.asList()
    return try XMLNode(nodes)
  }
}

/// An element of an XML document.
public struct XMLNode: Sendable, Hashable {
  /// Something in an element.
  public enum Child: Sendable, Hashable {
    case element(XMLNode)
    case text(String)
  }

  /// Without prefix: `entry`.
  public let name: String
  /// The namespace's name, such as `http://www.w3.org/2005/Atom`; empty when it has none.
  public let namespace: String
  /// By name; `xml:lang` and the like with that prefix, others of a namespace as `{namespace}name`.
  public let attributes: [String: String]
  /// In order.
  public let children: [Child]

  /// An element made by hand.
  public init(
    _ name: String, namespace: String = "", attributes: [String: String] = [:],
    children: [Child] = []
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.children = children
  }

  /// The elements in it, in order.
  public var elements: [XMLNode] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// All text in it and in what it contains.
  public var text: String {
    var text = ""
    appendText(to: &text)
    return text
  }

  private func appendText(to text: inout String) {
    for child in children {
      switch child {
      case .element(let element): element.appendText(to: &text)
      case .text(let own): text += own
      }
    }
  }

  /// Its elements of a name, in its own namespace unless another is given.
  ///
  /// So `channel.elements("link")` of an RSS feed leaves out an `atom:link`.
  public func elements(_ name: String, in namespace: String? = nil) -> [XMLNode] {
    let namespace = namespace ?? self.namespace
    return elements.filter { $0.name == name && $0.namespace == namespace }
  }

  /// The first of its elements of a name, in its own namespace unless another is given.
  public func element(_ name: String, in namespace: String? = nil) -> XMLNode? {
    let namespace = namespace ?? self.namespace
    for case .element(let child) in children
    where child.name == name && child.namespace == namespace {
      return child
    }
    return nil
  }
}

extension XMLNode {
  /// Makes the tree of a list of nodes in pre-order, as `page_xml.parse` answers it.
  init(_ nodes: [PageValue]) throws {
    // One element for each depth that is still open.
    var open: [(start: [String: PageValue], children: [Child])] = []
    func close(to depth: Int) throws {
      while open.count > max(depth, 1) {
        let last = open.removeLast()
        open[open.count - 1].children.append(
          .element(try XMLNode(last.start, children: last.children)))
      }
    }
    for node in nodes {
      let node = try node.asMap()
      let depth = Int(try node["depth"]?.asInteger() ?? -1)
      guard depth >= 0, depth <= open.count, depth > 0 || open.isEmpty else {
        throw PageError(PAGE_INVALID, "the host's list of nodes is no tree")
      }
      try close(to: depth)
      if let text = try node["text"]?.asString(), depth > 0 {
        open[depth - 1].children.append(.text(text))
      } else {
        open.append((node, []))
      }
    }
    try close(to: 1)
    guard let root = open.first else { throw PageError(PAGE_INVALID, "the host gave no document") }
    self = try XMLNode(root.start, children: root.children)
  }

  private init(_ start: [String: PageValue], children: [Child]) throws {
    self.init(
      try start["name"]?.asString() ?? "",
      namespace: try start["namespace"]?.asString() ?? "",
      attributes: try start["attributes"]?.asMap().mapValues { try $0.asString() } ?? [:],
      children: children)
  }
}
