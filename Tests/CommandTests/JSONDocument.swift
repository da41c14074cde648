import Foundation
import Testing

/// A JSON document of the tool, taken apart without a type, so that tests see its keys and types as they are.
struct JSONDocument {
  let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
  }

  private init(value: Any) { self.value = value }

  subscript(key: String) -> JSONDocument? {
    (value as? [String: Any])?[key].map { JSONDocument(value: $0) }
  }

  var elements: [JSONDocument] { (value as? [Any] ?? []).map { JSONDocument(value: $0) } }
  var text: String? { value as? String }

  /// The keys of an object, each with the type of its value: `name: string`.
  var shape: [String] {
    (value as? [String: Any] ?? [:]).map { "\($0.key): \(Self.type(of: $0.value))" }.sorted()
  }

  private static func type(of value: Any) -> String {
    switch value {
    case is NSNull: return "null"
    case is String: return "string"
    case is [Any]: return "array"
    case is [String: Any]: return "object"
    case let number as NSNumber:
      return String(cString: number.objCType) == "c" ? "boolean" : "integer"
    default: return "unknown"
    }
  }
}

extension JSONDocument {
  func integer(_ key: String) -> Int? { (self[key]?.value as? NSNumber)?.intValue }
  func boolean(_ key: String) -> Bool? { self[key]?.value as? Bool }
}
