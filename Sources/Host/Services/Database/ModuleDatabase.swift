private import Synchronization

/// One module's connection to one account's database, for workers.
///
/// It opens with the first statement, so that a module that never runs one costs nothing, and again
/// after an opening that failed: once the person has put right what was wrong, the next statement
/// succeeds.
final class ModuleDatabase: Sendable {
  let access: DatabaseAccess
  private let path: String
  private let limits: SQLiteLimits
  private let watch: SQLiteWatch
  private let gate: OpeningGate
  private let session = Mutex<DatabaseSession?>(nil)

  /// - Parameters:
  ///   - path: The account's database.
  ///   - gate: What connections of one account pass one at a time while they open.
  init(
    path: String, access: DatabaseAccess, limits: SQLiteLimits, clock: any HostClock,
    gate: OpeningGate
  ) {
    self.path = path
    self.access = access
    self.limits = limits
    self.gate = gate
    watch = SQLiteWatch(clock: clock)
  }

  /// Runs one statement and gives what `page_database.run` answers; on a worker.
  func run(_ sql: String, _ parameters: [Value?]) -> Result<Value, ServiceError> {
    session.withLock { session in
      guard !watch.wasAbandoned else {
        return .failure(ServiceError(.cancelled, "the database is closing"))
      }
      do throws(ServiceError) {
        if session == nil {
          session = try gate.open(path, for: access, watch: watch, limits: limits)
        }
        guard let answer = try session?.run(sql, parameters) else {
          throw ServiceError(.unavailable, "the database is closed")
        }
        return .success(answer)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Gives back what the connection keeps of the file; on a worker.
  func dropCache() { session.withLock { $0?.dropCache() } }

  /// Closes the connection; on a worker, or when none is at work.
  func close() { session.withLock { $0 = nil } }

  /// Interrupts what runs; from any thread.
  ///
  /// What it had changed is undone, and nothing runs afterwards.
  func abandon() { watch.abandon() }
}

/// Where connections open one at a time: two that change a new file to write-ahead logging at once
/// fail as busy.
final class OpeningGate: Sendable {
  private let lock = Mutex(())

  func open(
    _ path: String, for access: DatabaseAccess, watch: SQLiteWatch, limits: SQLiteLimits
  ) throws(ServiceError) -> sending DatabaseSession {
    try lock.withLock { _ throws(ServiceError) in
      try DatabaseSession.open(path, for: access, watch: watch, limits: limits)
    }
  }
}
