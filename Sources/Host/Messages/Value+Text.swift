package import ManifestModel
internal import PageABI

extension Value {
  /// Why a text is no value of a type; says what one looks like.
  package struct TextError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a value of a type as a person writes it on a command line: `true`, `12`, `1.5`, any text, bytes in hexadecimal,
  /// a list or map as JSON.
  package init(_ text: String, as type: ValueType) throws(TextError) {
    switch type {
    case .boolean:
      guard text == "true" || text == "false" else {
        throw TextError(description: "'\(text)' is neither true nor false")
      }
      self = .boolean(text == "true")
    case .integer:
      guard let number = Int64(text) else {
        throw TextError(description: "'\(text)' is not an integer of 64 bits, such as 12")
      }
      self = .integer(number)
    case .real:
      guard let number = Double(text), number.isFinite else {
        throw TextError(description: "'\(text)' is not a number, such as 1.5")
      }
      self = .real(number)
    case .string: self = .string(text)
    case .bytes: self = .bytes(try Value.bytes(text))
    case .list, .map: self = try Value.json(text, as: type)
    }
  }

  private static func bytes(_ text: String) throws(TextError) -> [UInt8] {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else {
      throw TextError(description: "'\(text)' is not bytes in hexadecimal, such as 00ff")
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private static func json(_ text: String, as type: ValueType) throws(TextError) -> Value {
    let example = type == .list ? "[1, \"two\"]" : "{\"name\": 1}"
    let value: Value
    do throws(ManifestError) {
      value = try Value(try JSONNode.parse(Array(text.utf8), file: "argument"), depth: 0)
    } catch {
      throw TextError(description: "'\(text)' is not JSON such as \(example): \(error.reason)")
    }
    guard value.type == type else {
      throw TextError(description: "'\(text)' is not JSON such as \(example)")
    }
    return value
  }

  /// The value that a JSON text stands for, no deeper than what may cross.
  private init(_ node: JSONNode, depth: UInt32) throws(ManifestError) {
    guard depth < PAGE_MAX_VALUE_DEPTH else {
      throw node.error("values nest deeper than \(PAGE_MAX_VALUE_DEPTH)")
    }
    switch node.content {
    case .object(let members):
      var map: [String: Value] = [:]
      for member in members { map[member.key] = try Value(member.node, depth: depth + 1) }
      self = .map(map)
    case .array(let items):
      var list: [Value] = []
      for item in items { list.append(try Value(item, depth: depth + 1)) }
      self = .list(list)
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let flag): self = .boolean(flag)
    case .null: throw node.error("null is no value; leave it out")
    }
  }
}
