/// A value in a JSON document that knows its file, its line and column, and its path of keys.
///
/// Made for documents that people write: whoever reads one takes nodes apart with `object()`, `string()` and their
/// like, and each complaint names file, line and key.
package struct JSONNode: Sendable {
  /// A document may be at most this long, in bytes.
  package static let maxBytes = 1 << 20
  /// Arrays and objects nest at most this deep.
  package static let maxDepth = 64

  /// What the value is.
  package enum Content: Sendable {
    /// Members in the order of the text; keys differ.
    case object([Member])
    case array([JSONNode])
    case string(String)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// Any other number; always finite.
    case real(Double)
    case boolean(Bool)
    case null
  }

  /// A key of an object and its value.
  package struct Member: Sendable {
    package let key: String
    package let keyPosition: TextPosition
    package let node: JSONNode

    package var keyLine: Int { keyPosition.line }
  }

  package let file: String
  /// Such as `routes[1].do`; empty for the document itself.
  package let path: String
  let tree: JSONTree

  /// Parses a document.
  ///
  /// It is strict JSON (RFC 8259) in UTF-8: no comments, no trailing commas, no duplicate keys, no lone surrogates.
  ///
  /// - Parameters:
  ///   - bytes: the text, at most `maxBytes`.
  ///   - file: what messages call the document.
  package static func parse(_ bytes: [UInt8], file: String) throws(ManifestError) -> JSONNode {
    var reader = JSONReader(bytes, file: file)
    return JSONNode(file: file, path: "", tree: try reader.document())
  }

  package var position: TextPosition { tree.position }
  package var line: Int { tree.position.line }
  package var column: Int { tree.position.column }

  /// The value with its direct children as nodes.
  ///
  /// Takes time in proportion to their number.
  package var content: Content {
    switch tree.content {
    case .object(let members): .object(members.map(child))
    case .array(let items): .array(items.indices.map { child(items[$0], at: $0) })
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .boolean(let flag): .boolean(flag)
    case .null: .null
    }
  }

  /// The value's kind in words, for messages: `an object`, `'text'`, `12`.
  package var summary: String {
    switch tree.content {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): text.quoted
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    }
  }

  /// Makes an error that names this node's file, line and path.
  package func error(_ reason: String, code: ManifestError.Code = .invalid) -> ManifestError {
    ManifestError(code, file: file, position: position, key: path, reason: reason)
  }

  func child(_ item: JSONTree, at index: Int) -> JSONNode {
    JSONNode(file: file, path: "\(path)[\(index)]", tree: item)
  }

  func child(_ member: JSONTree.Member) -> Member {
    let step = member.key.isIdentifierLike ? member.key : member.key.quoted
    let node = JSONNode(
      file: file, path: path.isEmpty ? step : "\(path).\(step)", tree: member.value)
    return Member(key: member.key, keyPosition: member.keyPosition, node: node)
  }
}

extension String {
  /// Whether a path can show the key as it is.
  fileprivate var isIdentifierLike: Bool {
    !isEmpty && utf8.count <= 60
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }
}
