/// Why a text is not a signature.
package struct SignatureError: Error, Sendable, Hashable, CustomStringConvertible {
  package var reason: String

  package var description: String { reason }
}

extension Signature {
  /// Parses an action's signature: `notices.set(count: x)`, `notices.count() -> x`; `→` is an arrow too.
  package init(action text: String) throws(SignatureError) {
    var scanner = SignatureScanner(text)
    let name = scanner.name()
    guard name.isActionName else {
      throw SignatureError(
        reason: "\(name.quoted) is no action's name; write names such as 'notices.set', lower-case "
          + "first, joined by dots, at most 128 bytes")
    }
    guard scanner.take("(") else {
      throw SignatureError(
        reason: "expected '(' after \(name.quoted), not \(scanner.found); "
          + "without arguments write '\(name)()'")
    }
    let arguments = try scanner.arguments()
    let reply = try scanner.reply()
    try scanner.end()
    self.init(name: name, arguments: arguments, reply: reply)
    try checkLabels()
  }

  /// Parses an outcome's signature: `finished`, `opened(contact: x)`.
  package init(outcome text: String) throws(SignatureError) {
    var scanner = SignatureScanner(text)
    let name = scanner.name()
    guard name.isPlainName else {
      throw SignatureError(
        reason: "\(name.quoted) is no outcome's name; write names such as 'opened', lower-case "
          + "first, letters and digits, at most 64 bytes")
    }
    let arguments = scanner.take("(") ? try scanner.arguments() : []
    if try scanner.reply() != nil {
      throw SignatureError(reason: "the outcome \(name.quoted) cannot have a reply; remove it")
    }
    try scanner.end()
    if let bare = arguments.first(where: { $0.label == nil }) {
      throw SignatureError(
        reason: "a value of the outcome \(name.quoted) has no label; "
          + "write such as '\(name)(value: \(bare.type.rawValue))'")
    }
    self.init(name: name, arguments: arguments)
    try checkLabels()
  }

  private func checkLabels() throws(SignatureError) {
    guard arguments.count <= Self.maxArguments else {
      throw SignatureError(
        reason: "\(name.quoted) has \(arguments.count) arguments; at most \(Self.maxArguments)")
    }
    var seen: Set<String> = ["self"]
    if arguments.contains(where: { $0.label == "self" }) {
      throw SignatureError(reason: "the label 'self' is a word of Swift's; choose another")
    }
    for label in arguments.compactMap(\.label) where !seen.insert(label).inserted {
      throw SignatureError(reason: "\(name.quoted) has two arguments labelled \(label.quoted)")
    }
  }
}

/// Walks over a signature's text.
private struct SignatureScanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
  }

  /// What stands next, in words.
  var found: String { rest.first.map { String($0).quoted } ?? "the end" }

  /// Takes everything up to a parenthesis, an arrow or the end, without the spaces around it.
  mutating func name() -> String {
    skipSpaces()
    let name = rest.prefix { !"()→-".unicodeScalars.contains($0) }
    rest.removeFirst(name.count)
    return Self.trimmed(name)
  }

  /// Takes a character and the spaces before and after it.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpaces()
    guard rest.first == character else { return false }
    rest.removeFirst()
    skipSpaces()
    return true
  }

  /// Takes arguments and the closing parenthesis.
  mutating func arguments() throws(SignatureError) -> [Signature.Argument] {
    var arguments: [Signature.Argument] = []
    if take(")") { return arguments }
    repeat {
      arguments.append(try argument())
    } while take(",")
    guard take(")") else {
      throw SignatureError(reason: "expected ',' or ')', not \(found)")
    }
    return arguments
  }

  private mutating func argument() throws(SignatureError) -> Signature.Argument {
    let words = rest.prefix { !",)".unicodeScalars.contains($0) }
    rest.removeFirst(words.count)
    guard let colon = words.firstIndex(of: ":") else {
      return Signature.Argument(type: try Self.type(words))
    }
    let label = Self.trimmed(words[..<colon])
    guard label.isPlainName else {
      throw SignatureError(
        reason: "\(label.quoted) is no label; write names such as 'count', letters and digits")
    }
    return Signature.Argument(
      label: label, type: try Self.type(words[words.index(after: colon)...]))
  }

  /// Takes an arrow and a type, if they are there.
  mutating func reply() throws(SignatureError) -> ValueType? {
    if take("-") {
      guard take(">") else { throw SignatureError(reason: "expected '->', not '-' and \(found)") }
    } else if !take("→") {
      return nil
    }
    let words = rest
    rest = Substring().unicodeScalars
    return try Self.type(words)
  }

  func end() throws(SignatureError) {
    guard rest.isEmpty else { throw SignatureError(reason: "expected the end, not \(found)") }
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == " " }
  }

  private static func type(_ words: Substring.UnicodeScalarView) throws(SignatureError) -> ValueType
  {
    let code = trimmed(words)
    guard let type = ValueType(rawValue: code) else {
      throw SignatureError(
        reason: "\(code.quoted) is no type; write one of \(ValueType.codes)")
    }
    return type
  }

  private static func trimmed(_ words: Substring.UnicodeScalarView) -> String {
    var words = words.drop { $0 == " " }
    while words.last == " " { words.removeLast() }
    return String(words)
  }
}
