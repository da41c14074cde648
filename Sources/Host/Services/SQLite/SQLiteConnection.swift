internal import CSQLite
private import Glibc

/// A connection to one database file; wraps `sqlite3`.
struct SQLiteConnection: ~Copyable {
  let path: String
  private let handle: OpaquePointer
  private let watch: SQLiteWatch
  /// What SQLite's authorizer refers to.
  private var authorizer: SQLiteAuthorizer?

  private init(owning handle: OpaquePointer, path: String, watch: SQLiteWatch) {
    self.handle = handle
    self.path = path
    self.watch = watch
  }

  /// Opens a file, making it when there is none, for the owner's eyes only.
  ///
  /// A function and not an initializer: the compiler does not let one of a noncopyable type fail
  /// half-way.
  /// - Throws: When it cannot be opened, or is not a database.
  static func open(
    _ path: String, watch: SQLiteWatch, limits: SQLiteLimits
  ) throws(SQLiteError) -> SQLiteConnection {
    let connection = SQLiteConnection(owning: try openHandle(path), path: path, watch: watch)
    try connection.configure(limits)
    return connection
  }

  private func configure(_ limits: SQLiteLimits) throws(SQLiteError) {
    csqlite_harden(handle)
    sqlite3_busy_timeout(handle, limits.busyMilliseconds)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limits.bytes))
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1_000_000)
    // Called every thousand steps of SQLite's machine, some tens of microseconds.
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<SQLiteWatch>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
    // A row that REPLACE takes away leaves the index of its table too.
    try run("PRAGMA recursive_triggers = ON")
    // What SQLite sorts goes to memory, not to files in /var/tmp.
    try run("PRAGMA temp_store = MEMORY")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Gives back the pages of the file that it keeps in memory, as far as they are not in use.
  func dropCache() { sqlite3_db_release_memory(handle) }

  /// Makes the file when it is missing, and opens it (`sqlite3_open_v2`).
  private static func openHandle(_ path: String) throws(SQLiteError) -> OpaquePointer {
    // SQLite would make it with the process's umask; the write-ahead files take their mode from it.
    let descriptor = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw SQLiteError(code: code, message: reason, path: path)
    }
    return opened
  }

  /// Lets the triggers that keep an index write it.
  ///
  /// The schema is then trusted: it is the host's own work, no extension can be loaded, and no function that pages could
  /// misuse is defined.
  func trustTriggers() { _ = csqlite_trust_schema(handle) }

  /// Lets the authorizer decide on every statement prepared from now on; nil allows all.
  mutating func setAuthorizer(_ authorizer: SQLiteAuthorizer?) {
    self.authorizer = authorizer
    authorize()
  }

  /// Makes SQLite ask the authorizer, if there is one (`sqlite3_set_authorizer`).
  private func authorize() {
    guard let authorizer else {
      sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, trigger in
        guard let context else { return SQLITE_DENY }
        return Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue().decide(
          action, first.map { String(cString: $0) }, second.map { String(cString: $0) },
          trigger: trigger.map { String(cString: $0) })
      }, Unmanaged.passUnretained(authorizer).toOpaque())
  }

  /// Connects the file's virtual tables, of which SQLite reads the declarations when they are first named, and again when
  /// the schema has changed; the authorizer would take that for a change by the statement.
  ///
  /// - Returns: Whether there are any.
  func connectVirtualTables() throws(SQLiteError) -> Bool {
    sqlite3_set_authorizer(handle, nil, nil)
    defer { authorize() }
    let tables = try run(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE %'")
    for row in tables {
      guard case .string(let name)?? = row.first else { continue }
      try run("SELECT 1 FROM \"\(name)\" LIMIT 0")
    }
    return !tables.isEmpty
  }

  /// Prepares one statement (`sqlite3_prepare_v2`).
  ///
  /// - Throws: Also when there is no statement, or something after the first.
  func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(code: SQLITE_ERROR, message: "the SQL contains a NUL", path: path)
    }
    var statement: OpaquePointer?
    var trailing = false
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
      if let tail { trailing = !isBlank(tail) }
      return code
    }
    guard code == SQLITE_OK else { throw error(code) }
    guard let statement else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the SQL holds no statement", path: path)
    }
    let prepared = SQLiteStatement(statement)
    guard !trailing else {
      throw SQLiteError(
        code: SQLITE_MISUSE,
        message: "the SQL holds more than one statement; run them one by one", path: path)
    }
    return prepared
  }

  /// Whether what follows a statement is only space, semicolons and comments: whether it prepares
  /// to nothing.
  private func isBlank(_ tail: UnsafePointer<CChar>) -> Bool {
    var rest = tail
    while rest.pointee != 0 {
      var statement: OpaquePointer?
      var next: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, rest, -1, &statement, &next)
      let isEmpty = code == SQLITE_OK && statement == nil
      sqlite3_finalize(statement)
      guard isEmpty, let next, next != rest else { return false }
      rest = next
    }
    return true
  }

  /// Runs a statement of the host's own to its end and gives its rows' columns.
  @discardableResult
  func run(_ sql: String, _ parameters: [Value?] = []) throws(SQLiteError) -> [[Value?]] {
    let statement = try prepare(sql)
    for (index, parameter) in parameters.enumerated() {
      let code = statement.bind(parameter, at: index + 1)
      guard code == SQLITE_OK else { throw error(code) }
    }
    var rows: [[Value?]] = []
    while true {
      let code = statement.step()
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw error(code) }
        return rows
      }
      rows.append(
        (0..<statement.columnCount).map {
          if case .value(let value, _) = statement.column($0) { value } else { nil }
        })
    }
  }

  /// Rows that the last statement inserted, changed or deleted (`sqlite3_changes64`).
  var changes: Int64 { sqlite3_changes64(handle) }

  /// The rowid of the last insertion (`sqlite3_last_insert_rowid`).
  var lastInsertion: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Makes `lastInsertion` 0, so that it tells of the next statement only.
  func forgetInsertion() { sqlite3_set_last_insert_rowid(handle, 0) }

  /// What SQLite says of the call that has just failed with `code`.
  func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), path: path)
  }
}
