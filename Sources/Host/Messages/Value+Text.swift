package import ManifestModel

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
      guard let number = Double(text) else {
        throw TextError(description: "'\(text)' is not a number, such as 1.5")
      }
      self = .real(number)
    case .string: self = .string(text)
    case .bytes: self = .bytes(try Value.bytes(text))
    case .list, .map: self = try Value.json(text, as: type)
    }
  }

  private static func bytes(_ text: String) throws(TextError) -> [UInt8] {
    let digits = Array(text.utf8)
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count - digits.count % 2, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
      else { break }
      bytes.append(byte)
    }
    guard bytes.count * 2 == digits.count else {
      throw TextError(description: "'\(text)' is not bytes in hexadecimal, such as 00ff")
    }
    return bytes
  }

  private static func json(_ text: String, as type: ValueType) throws(TextError) -> Value {
    let example = type == .list ? "[1, \"two\"]" : "{\"name\": 1}"
    let value: Value?
    do throws(ManifestError) {
      value = Value(try JSONNode.parse(Array(text.utf8), file: "argument"))
    } catch {
      throw TextError(description: "'\(text)' is not JSON such as \(example): \(error.reason)")
    }
    guard let value, value.type == type else {
      throw TextError(description: "'\(text)' is not JSON such as \(example)")
    }
    return value
  }

  /// The value that a JSON text stands for; nil for null.
  private init?(_ node: JSONNode) {
    switch node.content {
    case .object(let members):
      var map: [String: Value] = [:]
      for member in members { map[member.key] = Value(member.node) }
      self = .map(map)
    case .array(let items): self = .list(items.compactMap { Value($0) })
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let flag): self = .boolean(flag)
    case .null: return nil
    }
  }
}
