internal import CSQLite
private import Synchronization

/// What a module's statements may do in its account's database.
///
/// SQLite asks it while it prepares a statement (`sqlite3_set_authorizer`).
final class SQLiteAuthorizer: Sendable {
  private let access: DatabaseAccess
  /// Tables and table-valued functions that exist, lower case: a name that is none of them is a
  /// statement's own, as a common table expression has.
  private let existing: Set<String>
  private let reason = Mutex<String?>(nil)

  /// - Parameter existing: Names of tables and modules of the connection, lower case.
  init(_ access: DatabaseAccess, existing: Set<String>) {
    self.access = access
    self.existing = existing
  }

  /// Takes the reason of the last denial.
  func takeReason() -> String? { reason.withLock { $0.take() } }

  /// Whether the last denial, not yet taken, was of a change of the schema.
  var hasDeniedSchema: Bool { reason.withLock { $0 == Self.schemaDenied } }

  /// Decides on one action of a statement; `first` and `second` as SQLite's documentation of the
  /// action codes says, and `trigger` the innermost trigger or view that does it.
  func decide(
    _ action: Int32, _ first: String?, _ second: String?, trigger: String? = nil
  ) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_READ:
      let table = first ?? ""
      if access.mayRead(table) || Self.functions.contains(table.lowercased()) { return SQLITE_OK }
      // Counting the rows of a common table expression asks for no column of a table that does not
      // exist.
      if (second ?? "").isEmpty && !exists(table) { return SQLITE_OK }
      return deny(access.readingDenied(table))
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      let table = first ?? ""
      if access.mayWrite(table, in: trigger) { return SQLITE_OK }
      // Schema changes announce themselves by writing the schema's table, and so does SQLite when a
      // statement first names one of its own virtual tables.
      if Self.isInternal(table) { return deny(Self.schemaDenied) }
      return deny(access.writingDenied(table))
    case SQLITE_FUNCTION:
      if second?.lowercased() == "load_extension" { return deny("load_extension is not available") }
      return SQLITE_OK
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      return deny(
        "\(first ?? "a transaction") is not available: each statement is a transaction of its own")
    // FTS5 asks whether others have changed its index; it tells nothing else.
    case SQLITE_PRAGMA where first == "data_version" && second == nil: return SQLITE_OK
    case SQLITE_PRAGMA: return deny("PRAGMA \(first ?? "") is not available to pages")
    case SQLITE_ATTACH, SQLITE_DETACH:
      return deny("other database files are not available to pages")
    default: return deny(Self.schemaDenied)
    }
  }

  private func deny(_ why: String) -> Int32 {
    // The first reason is the one that the statement's author knows about.
    reason.withLock { if $0 == nil { $0 = why } }
    return SQLITE_DENY
  }

  private func exists(_ table: String) -> Bool {
    let name = table.lowercased()
    return existing.contains(name) || access.isKnown(name) || Self.isInternal(name)
      || name.hasPrefix("pragma_")
  }

  private static func isInternal(_ table: String) -> Bool {
    table.lowercased().hasPrefix("sqlite_")
  }

  /// Table-valued functions that look at their arguments only.
  static let functions: Set<String> = ["json_each", "json_tree"]

  private static let schemaDenied =
    "statements that change the schema, and SQLite's own tables, are not available: declare "
    + "tables in page.json, permissions.database.tables"
}
