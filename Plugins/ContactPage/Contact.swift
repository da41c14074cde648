import PageKit

/// One contact with those it is linked to.
struct Contact {
  /// Another contact.
  struct Link {
    let id: Int64
    let name: String
  }

  let name: String
  let note: String
  let introducer: Link?
  /// Whom it introduced, by name.
  let introduced: [Link]
}

extension Contact {
  /// How many of those it introduced are read.
  private static let limit: Int64 = 100

  /// Reads a contact; nil when there is none.
  @MainActor init?(_ id: Int64, in database: Database) async throws {
    let rows = try await database.run(
      """
      SELECT c.name AS name, c.note AS note, i.id AS introducer, i.name AS introducerName
      FROM contacts c LEFT JOIN contacts i ON i.id = c.introducer WHERE c.id = ?
      """, [.integer(id)]
    ).rows
    guard let row = rows.first else { return nil }
    name = try row["name"]?.asString() ?? ""
    note = try row["note"]?.asString() ?? ""
    introducer = try row["introducer"].map { id in
      Link(id: try id.asInteger(), name: try row["introducerName"]?.asString() ?? "")
    }
    introduced = try await Link.read(
      "SELECT id, name FROM contacts WHERE introducer = ? ORDER BY name COLLATE NOCASE LIMIT ?",
      [.integer(id), .integer(Self.limit)], in: database)
  }
}

extension Contact.Link {
  /// The contact of a name, upper and lower case of ASCII letters alike; the oldest of several.
  @MainActor static func named(_ name: String, in database: Database) async throws -> Self? {
    try await read(
      "SELECT id, name FROM contacts WHERE name = trim(?) COLLATE NOCASE ORDER BY id LIMIT 1",
      [.string(name)], in: database
    ).first
  }

  @MainActor fileprivate static func read(
    _ sql: String, _ parameters: [PageValue], in database: Database
  ) async throws -> [Self] {
    try await database.run(sql, parameters).rows.map { row in
      Self(id: try row["id"]?.asInteger() ?? 0, name: try row["name"]?.asString() ?? "")
    }
  }
}
