/// The column definitions of a CREATE TABLE statement, one by one.
///
/// It knows as much of SQL as it takes to find the commas between definitions and each definition's
/// name.
struct ColumnList: Sendable, Hashable {
  /// One column: its name, without quotes, and its whole definition.
  struct Column: Sendable, Hashable {
    var name: String
    var definition: String
  }

  /// The columns, in order, without constraints of the table.
  var columns: [Column] = []

  /// - Parameter text: What stands between the parentheses of CREATE TABLE.
  init(_ text: String) {
    for definition in Self.split(text) {
      guard let name = Self.name(of: definition) else { continue }
      columns.append(Column(name: name, definition: definition))
    }
  }

  private static let constraints: Set<String> = [
    "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN",
  ]

  /// The first word of a definition, or nil when it is a constraint of the table.
  private static func name(of definition: String) -> String? {
    guard let first = definition.unicodeScalars.first else { return nil }
    if let end = closing[first] {
      let rest = definition.unicodeScalars.dropFirst()
      var name = String.UnicodeScalarView()
      var index = rest.startIndex
      while index < rest.endIndex {
        let next = rest.index(after: index)
        if rest[index] == end {
          // A doubled quote stands for one.
          guard end != "]", next < rest.endIndex, rest[next] == end else { break }
          index = next
        }
        name.append(rest[index])
        index = rest.index(after: index)
      }
      return String(name)
    }
    let word = definition.unicodeScalars.prefix {
      $0 == "_" || $0 == "$" || $0.value > 127 || $0.properties.isAlphabetic
        || ("0"..."9").contains($0)
    }
    return constraints.contains(String(word).uppercased()) ? nil : String(word)
  }

  /// What ends each kind of quotation.
  private static let closing: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "'": "'", "`": "`", "[": "]",
  ]

  /// Splits at the commas outside of parentheses, quotations and comments; comments are left out.
  private static func split(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var depth = 0
    var index = 0

    func finish() {
      let definition = String(part).trimmed
      if !definition.isEmpty { parts.append(definition) }
      part = String.UnicodeScalarView()
    }

    while index < scalars.count {
      let scalar = scalars[index]
      let following: Unicode.Scalar? = index + 1 < scalars.count ? scalars[index + 1] : nil
      if let end = closing[scalar] {
        // A doubled quote ends one quotation and begins the next, which comes to the same.
        let close = scalars[(index + 1)...].firstIndex(of: end) ?? scalars.count - 1
        part.append(contentsOf: scalars[index...close])
        index = close + 1
      } else if scalar == "-" && following == "-" {
        index = scalars[index...].firstIndex(of: "\n") ?? scalars.count
        part.append(" ")
      } else if scalar == "/" && following == "*" {
        index += 2
        while index < scalars.count,
          !(scalars[index] == "*" && index + 1 < scalars.count && scalars[index + 1] == "/")
        { index += 1 }
        index += 2
        part.append(" ")
      } else if scalar == "," && depth == 0 {
        finish()
        index += 1
      } else {
        if scalar == "(" { depth += 1 }
        if scalar == ")" { depth -= 1 }
        part.append(scalar)
        index += 1
      }
    }
    finish()
    return parts
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
