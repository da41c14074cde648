internal import CSQLite

/// Makes the tables that manifests declare, and adds the columns that newer manifests declare.
///
/// Nothing stored is ever dropped: columns that a manifest no longer declares stay, and a changed
/// definition of a column that exists is left as it was made.
enum DatabaseSchema {
  /// Brings an account's database to what `access` needs, in one transaction.
  ///
  /// The host's own table `pagehost_tables` remembers which module a table belongs to, so that a
  /// module that declares a name that another left behind does not get its contents.
  static func prepare(
    _ connection: borrowing SQLiteConnection, for access: DatabaseAccess
  ) throws(ServiceError) {
    do {
      if try isCurrent(connection, access) { return }
      try connection.run("BEGIN IMMEDIATE")
    } catch { throw error.serviceError }
    do throws(ServiceError) {
      for table in access.tables { try prepare(connection, table) }
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
    do { try connection.run("COMMIT") } catch { throw error.serviceError }
  }

  /// Whether every table is there as it is declared, so that nothing need be written.
  private static func isCurrent(
    _ connection: borrowing SQLiteConnection, _ access: DatabaseAccess
  ) throws(SQLiteError) -> Bool {
    guard try exists(connection, registry) else { return false }
    for table in access.tables {
      let row = try connection.run(
        "SELECT module, columns FROM \(registry) WHERE name = ?", [.string(table.name)])
      guard row == [[.string(table.owner), .string(table.columns)]] else { return false }
      guard try exists(connection, table.name) else { return false }
      guard try searchColumns(connection, table.name) == table.index?.columns ?? [] else {
        return false
      }
    }
    return true
  }

  /// The columns that a table's index was made for; none when it has no index.
  private static func searchColumns(
    _ connection: borrowing SQLiteConnection, _ table: String
  ) throws(SQLiteError) -> [String] {
    let index = SearchIndex(of: table)
    guard try exists(connection, index.name) else { return [] }
    var columns: [String] = []
    for row in try connection.run("PRAGMA table_info(\"\(index.name)\")") {
      if row.count > 1, case .string(let name)? = row[1] { columns.append(name) }
    }
    return columns
  }

  /// Makes a table's index, or makes it anew when its columns have changed.
  private static func prepareIndex(
    _ connection: borrowing SQLiteConnection, of table: DatabaseAccess.Table
  ) throws(SQLiteError) {
    guard try searchColumns(connection, table.name) != table.index?.columns ?? [] else { return }
    for statement in SearchIndex(of: table.name).removal + (table.index?.creation ?? []) {
      try connection.run(statement)
    }
  }

  private static func prepare(
    _ connection: borrowing SQLiteConnection, _ table: DatabaseAccess.Table
  ) throws(ServiceError) {
    guard isName(table.name) else {
      throw ServiceError(
        .failed,
        "\"\(table.name)\", declared in page.json of \(table.owner), cannot be a table's "
          + "name: use letters, digits and _, and neither sqlite_ nor pagehost_ in front")
    }
    do {
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS \(registry)
          (name TEXT PRIMARY KEY COLLATE NOCASE, module TEXT NOT NULL, columns TEXT NOT NULL)
        """)
      let owner = try connection.run(
        "SELECT module FROM \(registry) WHERE name = ?", [.string(table.name)]
      ).first?.first
      if case .string(let owner)? = owner ?? nil, owner != table.owner {
        throw ServiceError(
          .denied,
          "table \"\(table.name)\" of this account was made for \(owner), not for "
            + "\(table.owner): give the table another name in page.json of \(table.owner)")
      }
    } catch let error as SQLiteError {
      throw error.serviceError
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.failed, "\(error)")
    }
    do throws(SQLiteError) {
      if try !exists(connection, table.name) {
        try connection.run("CREATE TABLE \"\(table.name)\" (\(table.columns)\n)")
      } else {
        try addColumns(connection, table)
      }
      try prepareIndex(connection, of: table)
      try connection.run(
        "INSERT OR REPLACE INTO \(registry) VALUES (?, ?, ?)",
        [.string(table.name), .string(table.owner), .string(table.columns)])
    } catch {
      guard error.code == SQLITE_ERROR || error.code == SQLITE_MISUSE || error.code == SQLITE_AUTH
      else { throw error.serviceError }
      throw ServiceError(
        .failed,
        "table \"\(table.name)\", declared in page.json of \(table.owner), cannot be made: "
          + "\(error.message)"
      )
    }
  }

  /// Adds the declared columns that are missing (`ALTER TABLE … ADD COLUMN`).
  private static func addColumns(
    _ connection: borrowing SQLiteConnection, _ table: DatabaseAccess.Table
  ) throws(SQLiteError) {
    var present: Set<String> = []
    for row in try connection.run("PRAGMA table_xinfo(\"\(table.name)\")") {
      if row.count > 1, case .string(let name)? = row[1] { present.insert(name.lowercased()) }
    }
    for column in ColumnList(table.columns).columns
    where !present.contains(column.name.lowercased()) {
      do {
        try connection.run("ALTER TABLE \"\(table.name)\" ADD COLUMN \(column.definition)")
      } catch {
        throw SQLiteError(
          code: error.code,
          message: "column \"\(column.name)\" cannot be added to what is stored: \(error.message). "
            + "Give it a default, without UNIQUE or PRIMARY KEY, or give the table a new name",
          path: error.path)
      }
    }
  }

  private static func exists(
    _ connection: borrowing SQLiteConnection, _ table: String
  ) throws(SQLiteError) -> Bool {
    try !connection.run(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
      [.string(table)]
    ).isEmpty
  }

  private static let registry = "pagehost_tables"

  private static func isName(_ name: String) -> Bool {
    let bytes = Array(name.lowercased().utf8)
    guard let first = bytes.first, bytes.count <= 64 else { return false }
    let isLetter = { (byte: UInt8) in (97...122).contains(byte) || byte == 95 }
    return isLetter(first) && bytes.allSatisfy { isLetter($0) || (48...57).contains($0) }
      && !name.lowercased().hasPrefix("sqlite_") && !name.lowercased().hasPrefix("pagehost_")
  }
}
