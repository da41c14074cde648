package import ManifestModel

/// What pages store: SQL on the tables that their manifests declare, in a file of the account that
/// is signed in.
///
/// Each module has one connection, and its statements run one after another on a worker; modules
/// run side by side.
@MainActor package final class Database {
  /// One module's statements and where they run.
  private struct Channel {
    let database: ModuleDatabase
    let lane: ServiceLane
  }

  private let loop: Loop
  private let folder: String
  private let limits: SQLiteLimits
  private let gate = OpeningGate()
  private var catalogue = DatabaseCatalogue()
  private var account: String?
  private var channels: [String: Channel] = [:]
  /// Connections that are closing and may still be at work.
  private var retired: [Channel] = []

  /// - Parameter folder: Where accounts have their folders, `DIR/accounts`.
  package init(loop: Loop, folder: String, limits: SQLiteLimits = SQLiteLimits()) {
    self.loop = loop
    self.folder = folder
    self.limits = limits
  }

  /// Takes the manifests of all modules that there are now.
  ///
  /// A module whose tables or grants differ from before gets a new connection with its next
  /// statement.
  package func declare(_ manifests: [Manifest]) {
    catalogue = DatabaseCatalogue(manifests)
    for (module, channel) in channels
    where channel.database.access != DatabaseAccess(of: module, among: catalogue) {
      close(module: module)
    }
  }

  /// The file of an account's tables.
  package func path(account: String) -> String { "\(folder)/\(account)/pages.sqlite" }

  /// Closes all connections; statements from now on are those of `account`, or are refused when it
  /// is nil.
  ///
  /// Accepted statements of the former account still run; their answers are not delivered.
  package func use(account: String?) {
    guard account != self.account else { return }
    closeAll()
    self.account = account
  }

  /// Runs one SQL statement for a module; see `page_database.run`.
  ///
  /// - Parameters:
  ///   - parameters: Bound in order; nil, lists and maps bind NULL.
  ///   - completion: Called later, on the loop's thread, unless the request is cancelled before.
  @discardableResult
  package func run(
    module: String, sql: String, parameters: [Value?] = [],
    completion: @escaping @MainActor (Result<Value, ServiceError>) -> Void
  ) -> ServiceRequest {
    let completion = ServiceCompletion(completion)
    guard let account else {
      loop.later {
        completion(
          .failure(
            ServiceError(
              .unavailable, "nobody is signed in; sign in first, then use the database",
              reason: .nobodySignedIn))
        )
      }
      return completion.request
    }
    let channel = channel(of: module, account: account)
    let database = channel.database
    channel.lane.run({ database.run(sql, parameters) }) { [weak self] result in
      // What was read for one account is not for the pages of the next.
      guard let self, self.account == account else {
        return completion(
          .failure(ServiceError(.cancelled, "the account has changed since the statement was run")))
      }
      completion(result)
    }
    return completion.request
  }

  /// Closes a module's connection when its accepted statements have run, as when its image is
  /// unloaded.
  package func close(module: String) {
    guard let channel = channels.removeValue(forKey: module) else { return }
    let database = channel.database
    channel.lane.finish { database.close() }
    retired.removeAll { $0.lane.isIdle }
    retired.append(channel)
  }

  /// Closes every module's connection when its accepted statements have run.
  package func closeAll() {
    for module in channels.keys.sorted() { close(module: module) }
  }

  /// Gives back what the connections keep of the file, each when its accepted statements have run.
  package func dropCaches() {
    for channel in channels.values {
      let database = channel.database
      channel.lane.finish { database.dropCache() }
    }
  }

  /// Interrupts whatever still runs, undoing its changes; for a host that cannot wait.
  package func abandon() {
    for channel in retired + Array(channels.values) { channel.database.abandon() }
  }

  private func channel(of module: String, account: String) -> Channel {
    if let channel = channels[module] { return channel }
    let database = ModuleDatabase(
      path: path(account: account), access: DatabaseAccess(of: module, among: catalogue),
      limits: limits, clock: loop.clock, gate: gate)
    let channel = Channel(database: database, lane: ServiceLane(loop: loop))
    channels[module] = channel
    return channel
  }
}
