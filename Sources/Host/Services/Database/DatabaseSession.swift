internal import CSQLite

/// A module's open connection with what limits it.
struct DatabaseSession: ~Copyable {
  private let access: DatabaseAccess
  private let connection: SQLiteConnection
  private let authorizer: SQLiteAuthorizer
  private let watch: SQLiteWatch
  private let limits: SQLiteLimits

  private init(
    access: DatabaseAccess, connection: consuming SQLiteConnection, authorizer: SQLiteAuthorizer,
    watch: SQLiteWatch,
    limits: SQLiteLimits
  ) {
    self.access = access
    self.connection = connection
    self.authorizer = authorizer
    self.watch = watch
    self.limits = limits
  }

  func dropCache() { connection.dropCache() }

  /// Opens the file, makes the tables that are missing, and from then on allows what `access`
  /// allows.
  static func open(
    _ path: String, for access: DatabaseAccess, watch: SQLiteWatch, limits: SQLiteLimits
  ) throws(ServiceError) -> DatabaseSession {
    watch.begin(limit: nil)
    do {
      try FolderTree.make(FolderTree.parent(of: path))
    } catch {
      throw ServiceError(.failed, error.description)
    }
    var connection: SQLiteConnection
    do throws(SQLiteError) {
      connection = try SQLiteConnection.open(path, watch: watch, limits: limits)
    } catch {
      throw error.serviceError
    }
    try DatabaseSchema.prepare(connection, for: access)
    let authorizer: SQLiteAuthorizer
    do throws(SQLiteError) {
      // Table-valued functions, and tables of modules that are not installed now.
      var existing: Set<String> = []
      for sql in ["PRAGMA module_list", "SELECT name FROM sqlite_master WHERE type = 'table'"] {
        for row in try connection.run(sql) {
          if case .string(let name)?? = row.first { existing.insert(name.lowercased()) }
        }
      }
      authorizer = SQLiteAuthorizer(access, existing: existing)
      // SQLite makes them with their first use, which the authorizer would take for a change of the
      // schema.
      for function in SQLiteAuthorizer.functions.sorted() {
        try connection.run("SELECT 1 FROM \(function)('[]')")
      }
      _ = try connection.connectVirtualTables()
    } catch {
      throw error.serviceError
    }
    if access.ownsIndex { connection.trustTriggers() }
    connection.setAuthorizer(authorizer)
    return DatabaseSession(
      access: access, connection: connection, authorizer: authorizer, watch: watch, limits: limits)
  }

  /// Runs one statement: "rows", "changes" and "rowid", as `page_database.run` promises.
  func run(_ sql: String, _ parameters: [Value?]) throws(ServiceError) -> Value {
    watch.begin(limit: limits.nanoseconds)
    defer { watch.begin(limit: nil) }
    do throws(SQLiteError) {
      return try perform(sql, parameters)
    } catch {
      guard authorizer.hasDeniedSchema, (try? connection.connectVirtualTables()) == true else {
        throw explain(error)
      }
    }
    // Another module has changed the schema. Nothing was done, since the statement was not prepared.
    _ = authorizer.takeReason()
    do throws(SQLiteError) { return try perform(sql, parameters) } catch { throw explain(error) }
  }

  private func perform(_ sql: String, _ parameters: [Value?]) throws(SQLiteError) -> Value {
    let statement = try connection.prepare(sql)
    try bind(parameters, to: statement)
    return try answer(of: statement)
  }

  private func bind(
    _ parameters: [Value?], to statement: borrowing SQLiteStatement
  ) throws(SQLiteError) {
    let count = statement.parameterCount
    guard parameters.count == count else {
      throw misuse(
        "the statement has \(count) parameters, and \(parameters.count) values were given")
    }
    for (index, parameter) in parameters.enumerated() {
      let code = statement.bind(parameter, at: index + 1)
      guard code == SQLITE_OK else { throw connection.error(code) }
    }
  }

  private func answer(of statement: borrowing SQLiteStatement) throws(SQLiteError) -> Value {
    let names = (0..<statement.columnCount).map { statement.columnName($0) }
    guard Set(names).count == names.count else {
      throw misuse("two columns of the answer have one name; give each its own with AS")
    }
    connection.forgetInsertion()
    var rows: [Value] = []
    var bytes = 0
    while true {
      let code = statement.step()
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw connection.error(code) }
        break
      }
      guard rows.count < limits.rows else {
        throw tooLarge("more than \(limits.rows) rows")
      }
      var row: [String: Value] = [:]
      for (index, name) in names.enumerated() {
        switch statement.column(index) {
        case .null: continue
        case .malformed:
          throw SQLiteError(
            code: SQLITE_MISMATCH,
            message:
              "column \"\(name)\" holds text that is not UTF-8; read it with CAST(… AS BLOB)",
            path: connection.path)
        case .value(let value, let size):
          // An entry of a map takes its name, its value and 40 bytes when it crosses.
          bytes += size + name.utf8.count + 40
          row[name] = value
        }
      }
      bytes += 24
      guard bytes <= limits.bytes else {
        throw tooLarge("more than \(limits.bytes) bytes")
      }
      rows.append(.map(row))
    }
    return .map([
      "rows": .list(rows),
      "changes": .integer(statement.isReadOnly ? 0 : connection.changes),
      "rowid": .integer(connection.lastInsertion),
    ])
  }

  private func misuse(_ message: String) -> SQLiteError {
    SQLiteError(code: SQLITE_MISUSE, message: message, path: connection.path)
  }

  private func tooLarge(_ what: String) -> SQLiteError {
    SQLiteError(
      code: SQLITE_TOOBIG, message: "the answer has \(what); ask for less with WHERE or LIMIT",
      path: connection.path)
  }

  /// The error as the page gets it: with the authorizer's or the time limit's reason when one of
  /// them said no.
  private func explain(_ error: SQLiteError) -> ServiceError {
    let reason = authorizer.takeReason()
    switch error.code {
    case SQLITE_INTERRUPT where watch.wasAbandoned:
      return ServiceError(
        .cancelled, "the database is closing; the statement's changes were undone")
    case SQLITE_INTERRUPT:
      return ServiceError(
        .timedOut,
        "the statement ran longer than \(limits.nanoseconds / 1_000_000) ms and was stopped; "
          + "its changes were undone")
    case SQLITE_MISUSE: return ServiceError(.invalid, error.message)
    default:
      if let reason { return ServiceError(.denied, reason) }
      // SQLite misses a table before it asks the authorizer; the manifests know more about it.
      let missing = "no such table: "
      if error.code == SQLITE_ERROR, error.message.hasPrefix(missing) {
        let name = error.message.dropFirst(missing.count).split(separator: ".").last
        return ServiceError(.denied, access.readingDenied(name.map { String($0) } ?? ""))
      }
      return error.serviceError
    }
  }
}
