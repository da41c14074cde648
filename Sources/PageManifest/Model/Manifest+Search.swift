// How the index of a table with full-text search is called, in manifests, in SQL and in the database.
extension Manifest.Table {
  /// What follows the table's name in the name of its index.
  package static let searchSuffix = "_search"

  /// The name of the FTS5 table that is its index: `posts_search`.
  package var searchIndex: String { name + Self.searchSuffix }

  /// Whether a name is kept for an index or one of the tables that FTS5 keeps beside it.
  package static func isSearchIndex(_ name: String) -> Bool {
    name.hasSuffix(searchSuffix) || name.contains(searchSuffix + "_")
  }
}

extension Manifest.Page {
  /// The title in a language, or the one for every language.
  package func title(in language: String) -> String { titles[language] ?? title }
}
