internal import ManifestModel
internal import PageABI

/// JSON that a page got from elsewhere; see `page_json`.
enum JSONDocument {
  /// Reads a document; for workers.
  static func read(_ bytes: [UInt8]) -> Result<Value, ServiceError> {
    guard bytes.count <= Int(PAGE_JSON_MAX_BYTES) else {
      return .failure(
        ServiceError(
          .tooLarge, "the JSON has \(bytes.count) bytes; at most \(PAGE_JSON_MAX_BYTES) are read"))
    }
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    do throws(ManifestError) {
      let node = try JSONNode.parse(text, file: "the JSON")
      guard let value = try value(node, depth: 0) else {
        return .failure(ServiceError(.invalid, "the JSON is null", reason: .malformed(line: 0)))
      }
      return .success(value)
    } catch {
      return .failure(
        ServiceError(.invalid, error.description, reason: .malformed(line: error.line)))
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What a part of the document stands for; nil for null.
  private static func value(_ node: JSONNode, depth: UInt32) throws(ManifestError) -> Value? {
    guard depth < PAGE_MAX_VALUE_DEPTH else {
      throw node.error("values nest deeper than \(PAGE_MAX_VALUE_DEPTH)")
    }
    switch node.content {
    case .object(let members):
      var map: [String: Value] = [:]
      for member in members { map[member.key] = try value(member.node, depth: depth + 1) }
      return .map(map)
    case .array(let items):
      var list: [Value] = []
      for item in items {
        if let value = try value(item, depth: depth + 1) { list.append(value) }
      }
      return .list(list)
    case .string(let text): return .string(text)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .boolean(let flag): return .boolean(flag)
    case .null: return nil
    }
  }
}
