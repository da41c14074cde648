import PageKit

/// What a search found.
struct Findings {
  /// A post or a contact: its number and a line about it.
  struct Entry {
    let id: Int64
    let text: String
  }

  /// How many of each kind are read.
  private static let limit: Int64 = 50

  /// The text that was searched for.
  var query = ""
  var posts: [Entry] = []
  var contacts: [Entry] = []
  var items: [StoredItem] = []

  var isEmpty: Bool { posts.isEmpty && contacts.isEmpty && items.isEmpty }
  /// Whether nothing was searched for.
  var isBlank: Bool { query.allSatisfy(\.isWhitespace) }
}

extension Findings {
  /// Searches for a text; a blank one finds nothing.
  @MainActor init(of text: String, in database: Database) async throws {
    self.init(query: text)
    let query = Query(text)
    guard !query.isEmpty else { return }
    posts = try await Self.entries(
      "SELECT id, text FROM posts", query.condition(on: "posts", columns: ["text"]),
      "ORDER BY id DESC", in: database)
    contacts = try await Self.entries(
      "SELECT id, name || iif(note = '', '', ' · ' || note) AS text FROM contacts",
      query.condition(on: "contacts", columns: ["name", "note"]), "ORDER BY name COLLATE NOCASE",
      in: database)
    items = try await StoredItem.read(
      where: query.condition(on: "items", columns: ["title", "summary"]), limit: Self.limit,
      in: database)
  }

  @MainActor private static func entries(
    _ select: String, _ condition: (sql: String, parameters: [PageValue]), _ order: String,
    in database: Database
  ) async throws -> [Entry] {
    try await database.run(
      "\(select) WHERE \(condition.sql) \(order) LIMIT ?", condition.parameters + [.integer(limit)]
    ).rows.map { row in
      Entry(id: try row["id"]?.asInteger() ?? 0, text: try row["text"]?.asString() ?? "")
    }
  }
}
