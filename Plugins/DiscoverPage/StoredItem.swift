import PageKit

/// An item of a feed as it is kept.
struct StoredItem {
  let id: Int64
  let title: String
  let link: String
  let summary: String
  /// When, in microseconds since 1970.
  let published: Int64
  /// The title of its feed.
  let source: String
}

extension StoredItem {
  /// Reads the newest items for which a condition holds.
  @MainActor static func read(
    where condition: (sql: String, parameters: [PageValue]) = ("true", []), limit: Int64,
    in database: Database
  ) async throws -> [StoredItem] {
    try await database.run(
      """
      SELECT items.id AS id, items.title AS title, link, summary, published, feeds.title AS source
      FROM items JOIN feeds ON feeds.id = items.feed WHERE \(condition.sql)
      ORDER BY published DESC, items.id DESC LIMIT ?
      """, condition.parameters + [.integer(limit)]
    ).rows.map { row in
      StoredItem(
        id: try row["id"]?.asInteger() ?? 0, title: try row["title"]?.asString() ?? "",
        link: try row["link"]?.asString() ?? "", summary: try row["summary"]?.asString() ?? "",
        published: try row["published"]?.asInteger() ?? 0,
        source: try row["source"]?.asString() ?? "")
    }
  }
}
