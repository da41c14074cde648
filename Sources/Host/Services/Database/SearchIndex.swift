internal import ManifestModel

/// The index for full-text search of a table: an FTS5 table that triggers keep in step with it.
///
/// It holds every sequence of three characters, so that it serves languages that put no space between words, and parts
/// of words; what is shorter is found by LIKE. The text itself stays in the table (an *external content* table), so the
/// index has the table's row numbers.
struct SearchIndex: Sendable, Hashable {
  /// The table that it is the index of.
  let table: String
  let columns: [String]

  /// The index that a table declares, or nil.
  init?(of table: Manifest.Table) {
    guard !table.search.isEmpty else { return nil }
    self.table = table.name
    columns = table.search
  }

  /// An index of a table, whatever its columns.
  init(of table: String, columns: [String] = []) {
    self.table = table
    self.columns = columns
  }

  var name: String { table + Manifest.Table.searchSuffix }

  /// The tables that FTS5 keeps beside it.
  var shadows: [String] { ["data", "idx", "docsize", "config", "content"].map { "\(name)_\($0)" } }

  /// The triggers on the table, by name.
  var triggers: [String] { ["insert", "delete", "update"].map { "\(name)_\($0)" } }

  /// What makes it, for a table that has rows already.
  var creation: [String] {
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    func values(_ row: String) -> String {
      (["\(row).rowid"] + columns.map { "\(row).\"\($0)\"" }).joined(separator: ", ")
    }
    let add = "INSERT INTO \"\(name)\" (rowid, \(list)) VALUES (\(values("new")));"
    let remove =
      "INSERT INTO \"\(name)\" (\"\(name)\", rowid, \(list)) VALUES ('delete', \(values("old")));"
    return [
      """
      CREATE VIRTUAL TABLE "\(name)" USING fts5
        (\(list), content = '\(table)', content_rowid = 'rowid', tokenize = 'trigram')
      """,
      "INSERT INTO \"\(name)\" (\"\(name)\") VALUES ('rebuild')",
      "CREATE TRIGGER \"\(triggers[0])\" AFTER INSERT ON \"\(table)\" BEGIN \(add) END",
      "CREATE TRIGGER \"\(triggers[1])\" AFTER DELETE ON \"\(table)\" BEGIN \(remove) END",
      "CREATE TRIGGER \"\(triggers[2])\" AFTER UPDATE ON \"\(table)\" BEGIN \(remove) \(add) END",
    ]
  }

  /// What removes it, whether or not it is there.
  var removal: [String] {
    triggers.map { "DROP TRIGGER IF EXISTS \"\($0)\"" } + ["DROP TABLE IF EXISTS \"\(name)\""]
  }
}
