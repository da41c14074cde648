internal import CXML

/// The nodes of a document in pre-order, as the parser tells of them.
///
/// White space in an element of elements only is left out when that element ends.
final class XMLNodeList {
  private enum Node {
    case element(String, namespace: String?, attributes: [String: Value], depth: Int)
    case text(String, depth: Int)
    /// White space that turned out to be between elements.
    case dropped
  }

  /// An element that has not ended.
  private struct Open {
    /// Its texts of nothing but white space, so far.
    var blanks: [Int] = []
    var hasText = false
    var hasElements = false
  }

  /// Why it was stopped.
  private(set) var error: ServiceError?
  private var nodes: [Node] = []
  private var dropped = 0
  private var open: [Open] = []
  private var text: [UInt8] = []
  private var bytes = 0

  /// A `page_entry`, and a map of four with its value and the longest names.
  private static let entryBytes = 40
  private static let nodeBytes = 24 + 4 * 40 + 32

  /// The nodes as pages get them.
  var value: Value {
    .list(
      nodes.compactMap { node in
        switch node {
        case .element(let name, let namespace, let attributes, let depth):
          var map: [String: Value] = ["depth": .integer(Int64(depth)), "name": .string(name)]
          if let namespace { map["namespace"] = .string(namespace) }
          if !attributes.isEmpty { map["attributes"] = .map(attributes) }
          return .map(map)
        case .text(let text, let depth):
          return .map(["depth": .integer(Int64(depth)), "text": .string(text)])
        case .dropped: return nil
        }
      })
  }

  /// Takes the start of an element; false stops the parser, as with the others.
  func start(
    _ name: String, _ namespace: String?, _ attributes: UnsafeBufferPointer<cxml_attribute>
  ) -> Bool {
    endText()
    guard open.count < XMLReader.maxDepth else {
      return stop("elements nest deeper than \(XMLReader.maxDepth)")
    }
    var values: [String: Value] = [:]
    bytes += XMLNodeList.nodeBytes + name.utf8.count + (namespace?.utf8.count ?? 0)
    for attribute in attributes {
      let value = UnsafeRawBufferPointer(start: attribute.value, count: attribute.length)
      let key = attribute.key
      bytes += XMLNodeList.entryBytes + key.utf8.count + value.count
      values[key] = .string(String(decoding: value, as: UTF8.self))
    }
    if !open.isEmpty { open[open.count - 1].hasElements = true }
    nodes.append(.element(name, namespace: namespace, attributes: values, depth: open.count))
    open.append(Open())
    return isWithinLimits()
  }

  func end() {
    endText()
    guard let last = open.popLast(), last.hasElements, !last.hasText else { return }
    for index in last.blanks { nodes[index] = .dropped }
    dropped += last.blanks.count
  }

  /// Takes a part of a text.
  func text(_ part: UnsafeRawBufferPointer) -> Bool {
    text.append(contentsOf: part)
    bytes += part.count
    return isWithinLimits()
  }

  /// The parser gives one text in several parts; this ends it.
  private func endText() {
    guard !text.isEmpty, !open.isEmpty else { return }
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
      open[open.count - 1].blanks.append(nodes.count)
    } else {
      open[open.count - 1].hasText = true
    }
    bytes += XMLNodeList.nodeBytes
    nodes.append(.text(String(decoding: text, as: UTF8.self), depth: open.count))
    text.removeAll(keepingCapacity: true)
  }

  private func isWithinLimits() -> Bool {
    guard nodes.count - dropped <= XMLReader.maxNodes, nodes.count <= 2 * XMLReader.maxNodes else {
      return stop("the document has more than \(XMLReader.maxNodes) elements and texts")
    }
    guard bytes <= XMLReader.maxAnswerBytes else {
      return stop("the document as values is larger than \(XMLReader.maxAnswerBytes) bytes")
    }
    return true
  }

  private func stop(_ words: String) -> Bool {
    if error == nil { error = ServiceError(.tooLarge, words) }
    return false
  }
}

extension cxml_attribute {
  /// Its name as pages get it.
  fileprivate var key: String {
    let local = String(cString: name)
    guard let space = name_space else { return local }
    // The prefix xml is bound by the specification; others are the document's own.
    if let prefix, String(cString: prefix) == "xml" { return "xml:\(local)" }
    return "{\(String(cString: space))}\(local)"
  }
}
