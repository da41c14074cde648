import PageKit

/// The feeds that a person follows, and their items, as the database keeps them.
@MainActor struct FeedShelf {
  /// A feed that is followed.
  struct Entry {
    let id: Int64
    let url: String
    let title: String
    /// Why its last refresh failed, if it did.
    let problem: String?
  }

  /// How many items of each feed are kept.
  private static let mostKept: Int64 = 500

  let database: Database

  /// The newest first: what a feed that was just added says is seen beside the field.
  func entries() async throws -> [Entry] {
    try await database.run(
      "SELECT id, url, title, problem FROM feeds ORDER BY id DESC"
    )
    .rows.map { row in
      Entry(
        id: try row["id"]?.asInteger() ?? 0, url: try row["url"]?.asString() ?? "",
        title: try row["title"]?.asString() ?? "", problem: try row["problem"]?.asString())
    }
  }

  /// Adds a feed, unless it is followed already.
  func add(_ url: String) async throws -> Entry? {
    try await database.run(
      "INSERT INTO feeds (url, title) VALUES (?1, ?1) ON CONFLICT (url) DO NOTHING", [.string(url)])
    return try await entries().first { $0.url == url }
  }

  /// Takes a feed away with its items.
  func remove(_ feed: Int64) async throws {
    try await database.run("DELETE FROM feeds WHERE id = ?", [.integer(feed)])
  }

  /// Notes why a refresh failed.
  func note(_ problem: String, of feed: Int64) async throws {
    try await database.run(
      "UPDATE feeds SET problem = ? WHERE id = ?", [.string(problem), .integer(feed)])
  }

  /// Keeps what a feed says now; items that are known are brought up to date.
  ///
  /// - Parameter now: The time that items without one get.
  func keep(_ content: Feed, of feed: Int64, at now: Int64) async throws {
    let known = try await database.run(
      "UPDATE feeds SET problem = NULL, title = iif(?1 = '', title, ?1) WHERE id = ?2",
      [.string(content.title), .integer(feed)])
    // It may have been taken away while it was fetched.
    guard known.changes > 0, !content.items.isEmpty else { return }
    var parameters: [PageValue] = []
    for item in content.items {
      // A time to come would keep the item on top.
      let published = min(item.published ?? now, now)
      parameters += [
        .integer(feed), .string(item.guid), .string(item.title), .string(item.link),
        .string(item.summary), .integer(published),
      ]
    }
    let rows = [String](repeating: "(?, ?, ?, ?, ?, ?)", count: content.items.count)
    // An item without a time keeps the one that it was first seen at.
    try await database.run(
      """
      INSERT INTO items (feed, guid, title, link, summary, published)
      VALUES \(rows.joined(separator: ", ")) ON CONFLICT (feed, guid) DO UPDATE SET
        title = excluded.title, link = excluded.link, summary = excluded.summary,
        published = min(published, excluded.published)
      """, parameters)
    try await database.run(
      """
      DELETE FROM items WHERE feed = ?1 AND id NOT IN
        (SELECT id FROM items WHERE feed = ?1 ORDER BY published DESC, id DESC LIMIT ?2)
      """, [.integer(feed), .integer(Self.mostKept)])
  }
}
