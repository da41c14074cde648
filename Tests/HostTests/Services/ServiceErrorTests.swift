import CSQLite
import PageABI
import Testing

@testable import Host

@Suite struct ServiceErrorTests {
  @Test func `Codes and levels are those of the contract`() {
    let codes: [ServiceError.Code: UInt32] = [
      .failed: PAGE_FAILED, .invalid: PAGE_INVALID, .unavailable: PAGE_UNAVAILABLE,
      .denied: PAGE_DENIED, .cancelled: PAGE_CANCELLED, .timedOut: PAGE_TIMED_OUT,
      .tooLarge: PAGE_TOO_LARGE,
    ]
    #expect(codes.count == ServiceError.Code.allCases.count)
    for (code, status) in codes { #expect(code.rawValue == status) }
    #expect(Log.Level.debug.rawValue == PAGE_LOG_DEBUG)
    #expect(Log.Level.info.rawValue == PAGE_LOG_INFO)
    #expect(Log.Level.warning.rawValue == PAGE_LOG_WARNING)
    #expect(Log.Level.error.rawValue == PAGE_LOG_ERROR)
    #expect(StoredValue.maxDepth == Int(PAGE_MAX_VALUE_DEPTH))
    // PAGE_MAX_VALUE_BYTES, which is an expression that Swift does not import.
    #expect(SQLiteLimits().bytes <= 16 * 1_024 * 1_024)
  }

  @Test(arguments: [
    (SQLITE_FULL, ServiceError.Code.failed, "disk of /d/x.sqlite is full", "Make room"),
    (SQLITE_READONLY, .failed, "/d/x.sqlite cannot be written", "Make it and its folder writable"),
    (SQLITE_IOERR, .failed, "writing /d/x.sqlite failed", "Check its disk"),
    (SQLITE_NOTADB, .failed, "/d/x.sqlite is not a database", "Move it away"),
    (SQLITE_CORRUPT, .failed, "/d/x.sqlite is damaged", ".recover"),
    (SQLITE_CANTOPEN, .failed, "/d/x.sqlite cannot be opened", "Check its folder's permissions"),
    (SQLITE_BUSY, .unavailable, "/d/x.sqlite is in use", "try again"),
  ])
  func `What SQLite says of a file becomes its name, the reason and the next step`(
    code: Int32, kind: ServiceError.Code, what: String, next: String
  ) {
    // Extended codes, as of a failed write, tell the same.
    let error = SQLiteError(code: code | 3 << 8, message: "words", path: "/d/x.sqlite").serviceError
    #expect(error.code == kind)
    #expect(error.message.contains(what))
    #expect(error.message.contains(next))
  }
}
