import PageKit

/// What a search found.
struct Findings {
  /// How many of each kind are read.
  private static let limit: Int64 = 50

  /// The text that was searched for.
  var query = ""
  var posts: [String] = []
  var contacts: [String] = []

  var isEmpty: Bool { posts.isEmpty && contacts.isEmpty }
}

extension Findings {
  /// Searches for a text, upper and lower case of ASCII letters alike; a blank one finds nothing.
  @MainActor init(of query: String, in database: Database) async throws {
    guard !query.allSatisfy(\.isWhitespace) else {
      self.init(query: query)
      return
    }
    let parameters: [PageValue] = [.string(Self.pattern(for: query)), .integer(Self.limit)]
    let posts = try await database.run(
      "SELECT text FROM posts WHERE text LIKE ?1 ESCAPE '\\' ORDER BY id DESC LIMIT ?2", parameters)
    let contacts = try await database.run(
      """
      SELECT name || iif(note = '', '', ' · ' || note) AS text FROM contacts
      WHERE name LIKE ?1 ESCAPE '\\' OR note LIKE ?1 ESCAPE '\\'
      ORDER BY name COLLATE NOCASE LIMIT ?2
      """, parameters)
    self.init(
      query: query, posts: try posts.rows.map { try $0["text"]?.asString() ?? "" },
      contacts: try contacts.rows.map { try $0["text"]?.asString() ?? "" })
  }

  /// The pattern of LIKE for texts that contain the query as it is.
  private static func pattern(for query: String) -> String {
    let literal = query.map { "\\%_".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "%\(literal)%"
  }
}
