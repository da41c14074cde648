private import Synchronization

/// The host's own database, `host.sqlite`: accounts, remembered sign-ins and preferences.
///
/// Its statements are short, so any thread may run them; they wait for one another.
final class HostStore: Sendable {
  let path: String
  private let watch: SQLiteWatch
  private let connection = Mutex<SQLiteConnection?>(nil)

  init(path: String, clock: any HostClock) {
    self.path = path
    watch = SQLiteWatch(clock: clock)
  }

  private static let schema = [
    """
    CREATE TABLE IF NOT EXISTS accounts (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
      created INTEGER NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS remembered (
      token BLOB PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
      created INTEGER NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS preferences (
      account TEXT NOT NULL, module TEXT NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL,
      PRIMARY KEY (account, module, name)) WITHOUT ROWID
    """,
  ]

  /// Runs one statement, opening the file first when it is not open.
  @discardableResult
  func run(_ sql: String, _ parameters: [Value?] = []) throws(ServiceError) -> [[Value?]] {
    try connection.withLock { connection throws(ServiceError) in
      do throws(SQLiteError) {
        if connection == nil {
          let opened = try SQLiteConnection.open(path, watch: watch, limits: SQLiteLimits())
          // In one transaction, which is one wait for the disk; none when all is there.
          try opened.run("BEGIN")
          for statement in Self.schema { try opened.run(statement) }
          try opened.run("COMMIT")
          connection = consume opened
        }
        return try connection?.run(sql, parameters) ?? []
      } catch {
        throw error.serviceError
      }
    }
  }

  /// Gives back what it keeps of the file.
  func dropCache() { connection.withLock { $0?.dropCache() } }

  /// Closes the file; the next statement opens it again.
  func close() { connection.withLock { $0 = nil } }
}
