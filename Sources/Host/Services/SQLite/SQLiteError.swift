internal import CSQLite

/// What SQLite said, of which file.
struct SQLiteError: Error, Sendable, Hashable {
  /// SQLite's primary result code.
  var code: Int32
  var message: String
  var path: String

  init(code: Int32, message: String, path: String) {
    self.code = code & 0xff
    self.message = message
    self.path = path
  }

  /// The failure in words that name the thing and the next step.
  var serviceError: ServiceError {
    switch code {
    case SQLITE_NOTADB:
      ServiceError(
        .failed,
        "\(path) is not a database; nothing was changed. Move it away, to \(path).bad say, "
          + "and try again", reason: .dataDamaged)
    case SQLITE_CORRUPT:
      ServiceError(
        .failed,
        "the database \(path) is damaged (\(message)). Copy it to a safe place, then repair "
          + "it with sqlite3's .recover or move it away, and try again", reason: .dataDamaged)
    case SQLITE_FULL:
      ServiceError(
        .failed, "the disk of \(path) is full; nothing was changed. Make room and try again",
        reason: .diskFull)
    case SQLITE_READONLY:
      ServiceError(
        .failed,
        "\(path) cannot be written; nothing was changed. Make it and its folder writable and "
          + "try again", reason: .dataNotWritable)
    case SQLITE_CANTOPEN:
      ServiceError(
        .failed,
        "\(path) cannot be opened (\(message)). Check its folder's permissions and try again",
        reason: .dataNotWritable)
    case SQLITE_IOERR:
      ServiceError(
        .failed, "reading or writing \(path) failed (\(message)). Check its disk",
        reason: .dataNotWritable)
    case SQLITE_BUSY, SQLITE_LOCKED:
      ServiceError(.unavailable, "\(path) is in use by something else; try again", reason: .inUse)
    case SQLITE_TOOBIG:
      ServiceError(.tooLarge, message)
    case SQLITE_NOMEM:
      ServiceError(.failed, "there is not enough memory for the statement", reason: .noMemory)
    case SQLITE_AUTH:
      ServiceError(.denied, message)
    default:
      ServiceError(.failed, message)
    }
  }
}
