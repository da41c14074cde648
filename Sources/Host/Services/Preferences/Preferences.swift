/// Small values by name, kept for each module and account.
@MainActor package final class Preferences {
  private let loop: Loop
  private let store: HostStore
  private let lane: ServiceLane
  private var account = ""

  /// Bytes that a name, and a value as it is kept, may have.
  nonisolated package static let longestName = 128
  nonisolated package static let largestValue = 64 * 1_024

  /// The module name under which the host keeps its own; no module can have it.
  private static let host = ""

  init(loop: Loop, store: HostStore) {
    self.loop = loop
    self.store = store
    lane = ServiceLane(loop: loop)
  }

  /// Values from now on are those of `account`; with nil, those kept while nobody is signed in.
  package func use(account: String?) { self.account = account ?? "" }

  /// Gives the value, or nil; see `page_preferences.get`.
  @discardableResult
  package func get(
    module: String, name: String,
    completion: @escaping @MainActor (Result<Value?, ServiceError>) -> Void
  ) -> ServiceRequest {
    let completion = ServiceCompletion(completion)
    if let error = Self.check(name) { return refuse(completion, error) }
    let (store, account) = (store, account)
    lane.run({
      do throws(ServiceError) {
        return .success(try Self.read(store, account: account, module: module, name: name))
      } catch {
        return .failure(error)
      }
    }) { [weak self] result in
      // What was read for one account is not for the pages of the next.
      guard let self, self.account == account else {
        return completion(
          .failure(
            ServiceError(.cancelled, "the account has changed since the value was asked for")))
      }
      completion(result)
    }
    return completion.request
  }

  /// Keeps a value, or removes it when it is nil; see `page_preferences.set`.
  @discardableResult
  package func set(
    module: String, name: String, value: Value?,
    completion: @escaping @MainActor (Result<Void, ServiceError>) -> Void
  ) -> ServiceRequest {
    let completion = ServiceCompletion(completion)
    if let error = Self.check(name) { return refuse(completion, error) }
    let (store, account) = (store, account)
    lane.run({
      do throws(ServiceError) {
        return .success(
          try Self.write(store, account: account, module: module, name: name, value: value))
      } catch {
        return .failure(error)
      }
    }) { completion($0) }
    return completion.request
  }

  /// The host's own value, whoever is signed in.
  ///
  /// Waits for the disk.
  package func hostValue(_ name: String) throws(ServiceError) -> Value? {
    try Self.read(store, account: "", module: Self.host, name: name)
  }

  /// Keeps the host's own value, or removes it when it is nil.
  ///
  /// Waits for the disk.
  package func setHostValue(_ name: String, _ value: Value?) throws(ServiceError) {
    try Self.write(store, account: "", module: Self.host, name: name, value: value)
  }

  private func refuse<Success: Sendable>(
    _ completion: ServiceCompletion<Success>, _ error: ServiceError
  ) -> ServiceRequest {
    loop.later { completion(.failure(error)) }
    return completion.request
  }

  private static func check(_ name: String) -> ServiceError? {
    guard !name.isEmpty, name.utf8.count <= longestName else {
      return ServiceError(
        .invalid, "a preference's name has 1 to \(longestName) bytes, not \(name.utf8.count)")
    }
    return nil
  }

  nonisolated private static func read(
    _ store: HostStore, account: String, module: String, name: String
  ) throws(ServiceError) -> Value? {
    let rows = try store.run(
      "SELECT value FROM preferences WHERE account = ? AND module = ? AND name = ?",
      [.string(account), .string(module), .string(name)])
    guard case .bytes(let bytes)?? = rows.first?.first else { return nil }
    guard let value = StoredValue.decode(bytes) else {
      throw ServiceError(
        .failed, "preference \"\(name)\" of \(module) is damaged; set it again to replace it")
    }
    return value
  }

  nonisolated private static func write(
    _ store: HostStore, account: String, module: String, name: String, value: Value?
  ) throws(ServiceError) {
    guard let value else {
      try store.run(
        "DELETE FROM preferences WHERE account = ? AND module = ? AND name = ?",
        [.string(account), .string(module), .string(name)])
      return
    }
    guard let bytes = StoredValue.encode(value) else {
      throw ServiceError(
        .tooLarge, "preference \"\(name)\" nests deeper than \(StoredValue.maxDepth)")
    }
    guard bytes.count <= largestValue else {
      throw ServiceError(
        .tooLarge,
        "preference \"\(name)\" takes \(bytes.count) bytes; at most \(largestValue) are kept: "
          + "use the database for more")
    }
    try store.run(
      "INSERT OR REPLACE INTO preferences VALUES (?, ?, ?, ?)",
      [.string(account), .string(module), .string(name), .bytes(bytes)])
  }
}
