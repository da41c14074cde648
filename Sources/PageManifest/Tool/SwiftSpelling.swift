internal import ManifestModel

extension ValueType {
  /// The type in the functions that an author writes and calls.
  var swiftType: String {
    switch self {
    case .boolean: "Bool"
    case .integer: "Int64"
    case .real: "Double"
    case .string: "String"
    case .bytes: "[UInt8]"
    case .list: "[PageValue]"
    case .map: "[String: PageValue]"
    }
  }

  /// The type in the contract's C functions, as Swift imports it.
  var contractType: String {
    switch self {
    case .boolean: "Bool"
    case .integer: "Int64"
    case .real: "Double"
    case .string: "page_string"
    case .bytes: "page_bytes"
    case .list: "page_list"
    case .map: "page_map"
    }
  }

  /// The case of `PageValue`, and the ending of the accessor that takes it out.
  var caseName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .real: "real"
    case .string: "string"
    case .bytes: "bytes"
    case .list: "list"
    case .map: "map"
    }
  }

  /// The throwing function of `PageValue` that gives the Swift value.
  var accessor: String { "as\(caseName.prefix(1).uppercased())\(caseName.dropFirst())()" }
}

extension Signature {
  /// The arguments' names inside a Swift function: the label, or `a0` without one.
  var variables: [String] {
    arguments.enumerated().map { index, argument in
      if let label = argument.label { return label.escaped }
      let name = "a\(index)"
      // A label has no underscore, so this name is nobody else's.
      return arguments.contains { $0.label == name } ? "\(name)_" : name
    }
  }

  /// The Swift parameters, in parentheses: `(count: Int64, _ a1: String)`.
  var parameters: String {
    let list = zip(arguments, variables).map { argument, variable in
      "\(argument.label == nil ? "_ " : "")\(variable): \(argument.type.swiftType)"
    }
    return "(\(list.joined(separator: ", ")))"
  }

  /// The Swift function's declaration for an action or a call.
  var declaration: String {
    "func \(swiftName.escaped)\(parameters) async throws"
      + (reply.map { " -> \($0.swiftType)" } ?? "")
  }
}

extension String {
  /// The name, in backticks where Swift keeps it for itself.
  var escaped: String { swiftKeywords.contains(self) ? "`\(self)`" : self }

  /// The name as a label in a call, where Swift takes all its words but one as they are.
  var escapedLabel: String { self == "inout" ? "`inout`" : self }
}

/// Words that cannot be names in Swift as they are.
private let swiftKeywords: Set<String> = [
  "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
  "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
  "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
  "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
  "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
  "typealias", "var", "where", "while",
]
