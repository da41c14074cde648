// Taking a node apart: each function gives what was asked for, or throws an error that names file, line and key.
extension JSONNode {
  /// The string; it holds no NUL, since it may become a C string.
  package func string() throws(ManifestError) -> String {
    guard case .string(let text) = tree.content else {
      throw error("expected a string, not \(summary)")
    }
    guard !text.utf8.contains(0) else { throw error("a NUL character in a string; remove it") }
    return text
  }

  package func integer() throws(ManifestError) -> Int64 {
    guard case .integer(let number) = tree.content else {
      throw error("expected an integer, not \(summary)")
    }
    return number
  }

  package func integer(in range: ClosedRange<Int64>) throws(ManifestError) -> Int64 {
    let number = try integer()
    guard range.contains(number) else {
      throw error("expected \(range.lowerBound) to \(range.upperBound), not \(number)")
    }
    return number
  }

  /// The number, with or without a fraction.
  package func real() throws(ManifestError) -> Double {
    switch tree.content {
    case .real(let number): return number
    case .integer(let number): return Double(number)
    default: throw error("expected a number, not \(summary)")
    }
  }

  package func boolean() throws(ManifestError) -> Bool {
    guard case .boolean(let flag) = tree.content else {
      throw error("expected true or false, not \(summary)")
    }
    return flag
  }

  /// The items of an array, in order.
  package func elements() throws(ManifestError) -> [JSONNode] {
    guard case .array(let items) = content else {
      throw error("expected an array, not \(summary)")
    }
    return items
  }

  package func object() throws(ManifestError) -> JSONObject {
    guard case .object(let members) = content else {
      throw error("expected an object, not \(summary)")
    }
    return JSONObject(node: self, members: members)
  }

  /// One of the given words.
  package func word(_ words: [String]) throws(ManifestError) -> String {
    guard case .string(let text) = tree.content, words.contains(text) else {
      throw error("expected one of \(words.joined(separator: ", ")), not \(summary)")
    }
    return text
  }

  /// The case of an enumeration of words.
  package func choice<Choice>(
    _ type: Choice.Type
  ) throws(ManifestError) -> Choice where Choice: CaseIterable & RawRepresentable<String> {
    guard let choice = Choice(rawValue: try word(Choice.allCases.map(\.rawValue))) else {
      preconditionFailure("the raw value of a case names no case")
    }
    return choice
  }
}
