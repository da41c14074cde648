import Glibc
import Testing

@testable import Host
@testable import ManifestModel

/// Services on a temporary data folder and a loop of their own, closed with `close`.
@MainActor final class ServiceFixture {
  let clock: ManualClock
  let loop: Loop
  let services: Services

  init(limits: SQLiteLimits = SQLiteLimits(), folder: DataFolder? = nil) throws {
    clock = ManualClock()
    loop = try Loop(clock: clock, servesMainQueue: false)
    // In memory where there is such a place: many tests that wait for a disk take long on a busy one.
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
    let folder = try folder ?? DataFolder.temporary(in: parent)
    services = Services(loop: loop, folder: folder, hasher: .cheapest, limits: limits)
  }

  var path: String { services.folder.path }

  func close() {
    services.close()
    loop.close()
  }

  /// Signs a new account in.
  func signUp(_ name: String = "ada", remember: Bool = false) throws {
    var result: Result<Account, ServiceError>?
    services.session.createAccount(account: name, password: "secret", remember: remember) {
      result = $0
    }
    try #require(loop.settle())
    _ = try #require(result).get()
  }

  /// Signs an account in, and gives the answer.
  func signIn(_ name: String, _ password: String = "secret", remember: Bool = false) throws
    -> Result<Account, ServiceError>
  {
    var result: Result<Account, ServiceError>?
    services.session.signIn(account: name, password: password, remember: remember) { result = $0 }
    try #require(loop.settle())
    return try #require(result)
  }

  /// Runs one statement to its end.
  func run(_ module: String, _ sql: String, _ parameters: [Value?] = []) throws
    -> Result<Value, ServiceError>
  {
    var result: Result<Value, ServiceError>?
    services.database.run(module: module, sql: sql, parameters: parameters) { result = $0 }
    try #require(loop.settle())
    return try #require(result)
  }

  /// The rows of a statement that must succeed.
  func rows(_ module: String, _ sql: String, _ parameters: [Value?] = []) throws -> [Value] {
    guard case .map(let answer) = try run(module, sql, parameters).get(),
      case .list(let rows)? = answer["rows"]
    else { return [] }
    return rows
  }

  /// The error of a statement that must fail.
  func failure(_ module: String, _ sql: String, _ parameters: [Value?] = []) throws -> ServiceError
  {
    switch try run(module, sql, parameters) {
    case .success(let value):
      Issue.record("\(sql) succeeded with \(value)")
      return ServiceError(.failed, "")
    case .failure(let error): return error
    }
  }
}

/// Runs `body` with services, and closes them.
@MainActor func withServices(
  limits: SQLiteLimits = SQLiteLimits(), _ body: (ServiceFixture) throws -> Void
) throws {
  let fixture = try ServiceFixture(limits: limits)
  defer { fixture.close() }
  try body(fixture)
}

/// The manifest of a module with tables.
func manifest(
  _ module: String, tables: [Manifest.Table] = [], reads: [String] = []
) -> Manifest {
  Manifest(
    module: module, version: "1.0", pages: [], calls: [],
    permissions: Manifest.Permissions(
      tables: tables, reads: reads, preferences: true, session: true, census: false))
}

func table(_ name: String, _ columns: String, shared: Bool = false) -> Manifest.Table {
  Manifest.Table(name, columns: columns, shared: shared)
}
