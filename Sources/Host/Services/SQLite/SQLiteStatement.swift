internal import CSQLite

/// One prepared statement; wraps `sqlite3_stmt`.
struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer

  /// - Parameter handle: Of a prepared statement, which is finalized with the value.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Wraps `sqlite3_bind_parameter_count`.
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// Wraps `sqlite3_stmt_readonly`.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Binds a value; lists, maps and none bind NULL.
  ///
  /// - Parameter index: From 1.
  /// - Returns: SQLite's result code.
  func bind(_ value: Value?, at index: Int) -> Int32 {
    let index = Int32(index)
    switch value {
    case .boolean(let value): return sqlite3_bind_int64(handle, index, value ? 1 : 0)
    case .integer(let value): return sqlite3_bind_int64(handle, index, value)
    case .real(let value): return sqlite3_bind_double(handle, index, value)
    case .string(var value):
      return value.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) {
          // An empty string's pointer may be null, which would bind NULL.
          guard let base = $0.baseAddress else {
            return csqlite_bind_text(handle, index, "", 0)
          }
          return csqlite_bind_text(handle, index, base, UInt64($0.count))
        }
      }
    case .bytes(let value):
      return value.withUnsafeBytes {
        guard let base = $0.baseAddress, !$0.isEmpty else {
          return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return csqlite_bind_blob(handle, index, base, UInt64($0.count))
      }
    case .list, .map, nil: return sqlite3_bind_null(handle, index)
    }
  }

  /// Wraps `sqlite3_step`.
  func step() -> Int32 { sqlite3_step(handle) }

  /// Wraps `sqlite3_column_count`.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Wraps `sqlite3_column_name`.
  func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  /// A column of the current row as the page gets it.
  enum Column {
    case null
    case value(Value, bytes: Int)
    /// Text that is not UTF-8.
    case malformed
  }

  /// Copies a column of the current row (`sqlite3_column_…`).
  func column(_ column: Int) -> Column {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .value(.integer(sqlite3_column_int64(handle, column)), bytes: 8)
    case SQLITE_FLOAT: return .value(.real(sqlite3_column_double(handle, column)), bytes: 8)
    case SQLITE_TEXT:
      // The pointer comes first: asking for it may convert, and so change the length.
      guard let text = sqlite3_column_text(handle, column) else { return .malformed }
      let count = Int(sqlite3_column_bytes(handle, column))
      let bytes = UnsafeBufferPointer(start: text, count: count)
      guard let string = String(validating: bytes, as: UTF8.self) else { return .malformed }
      return .value(.string(string), bytes: count)
    case SQLITE_BLOB:
      let blob = sqlite3_column_blob(handle, column)
      let count = Int(sqlite3_column_bytes(handle, column))
      return .value(
        .bytes([UInt8](UnsafeRawBufferPointer(start: blob, count: count))), bytes: count)
    default: return .null
    }
  }
}
