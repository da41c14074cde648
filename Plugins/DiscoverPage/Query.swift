import PageKit

/// What a person searches for: words and parts of words, all of which must be found.
///
/// The index finds what has three characters or more; what is shorter, as names in Chinese often are, is looked for in
/// the rows themselves.
struct Query {
  private let terms: [String]

  init(_ text: String) {
    terms = text.split { character in
      character.isWhitespace || character.unicodeScalars.contains { $0.value < 32 }
    }.map { String($0) }
  }

  var isEmpty: Bool { terms.isEmpty }

  private static let shortestIndexed = 3

  /// The terms for the index, each in quotes so that nothing in it is taken for an operator.
  var match: String {
    terms.filter { $0.unicodeScalars.count >= Self.shortestIndexed }
      .map { "\"\($0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"" }
      .joined(separator: " ")
  }

  /// Patterns of LIKE for the terms that are too short for the index.
  var patterns: [String] {
    terms.filter { $0.unicodeScalars.count < Self.shortestIndexed }.map { term in
      "%\(term.map { "\\%_".contains($0) ? "\\\($0)" : "\($0)" }.joined())%"
    }
  }

  /// The condition on the rows of a table with an index, and the values for its parameters.
  func condition(on table: String, columns: [String]) -> (sql: String, parameters: [PageValue]) {
    var conditions: [String] = []
    var parameters: [PageValue] = []
    if !match.isEmpty {
      conditions.append(
        "\(table).rowid IN (SELECT rowid FROM \(table)_search WHERE \(table)_search MATCH ?)")
      parameters.append(.string(match))
    }
    for pattern in patterns {
      conditions.append(
        "(\(columns.map { "\(table).\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")))")
      parameters += columns.map { _ in .string(pattern) }
    }
    return (conditions.joined(separator: " AND "), parameters)
  }
}
