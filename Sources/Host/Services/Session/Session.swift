/// Who is signed in.
@MainActor package final class Session {
  /// The account, or nil when nobody is signed in.
  package private(set) var current: Account?

  private let loop: Loop
  private let log: Log
  private let words: HostWords
  private let accounts: AccountStore
  private let remembered: RememberedSession
  private let lane: ServiceLane
  private var observers: [@MainActor (Account?) -> Void] = []
  /// Grows with every sign-out, so that a sign-in that was under way does not undo it.
  private var generation = 0

  /// - Parameter path: The file of a remembered sign-in, `DIR/session`.
  init(
    loop: Loop, store: HostStore, path: String, hasher: PasswordHasher, log: Log,
    words: HostWords = HostWords(.english)
  ) {
    self.loop = loop
    self.words = words
    self.log = log
    accounts = AccountStore(store: store, hasher: hasher, clock: loop.clock, words: words)
    remembered = RememberedSession(store: store, path: path, clock: loop.clock)
    lane = ServiceLane(loop: loop, limit: 16)
  }

  /// Calls `observer` whenever another account, or none, is signed in, before anyone else learns of
  /// it.
  package func observe(_ observer: @escaping @MainActor (Account?) -> Void) {
    observers.append(observer)
  }

  /// Signs in whoever is remembered, at the host's start.
  ///
  /// Waits for the disk.
  ///
  /// A remembered sign-in that is no longer good is forgotten.
  package func restore() {
    guard remembered.exists else { return }
    do throws(ServiceError) {
      if let id = try remembered.account(), let account = try accounts.account(id: id) {
        become(account)
      } else {
        log.write(.warning, "session", "the remembered sign-in is not valid any more; forgotten")
        try remembered.forget()
      }
    } catch {
      log.write(.error, "session", "the remembered sign-in cannot be used: \(error)")
    }
  }

  /// Signs in; see `page_session.sign_in`.
  ///
  /// Cancelled before it is answered, it signs nobody in.
  /// - Parameter remember: Whether the next start of the host signs in by itself.
  @discardableResult
  package func signIn(
    account: String, password: String, remember: Bool,
    completion: @escaping @MainActor (Result<Account, ServiceError>) -> Void
  ) -> ServiceRequest {
    let accounts = accounts
    return enter(remember, completion) { accounts.find(name: account, password: password) }
  }

  /// Makes an account and signs in; see `page_session.create_account`.
  @discardableResult
  package func createAccount(
    account: String, password: String, remember: Bool,
    completion: @escaping @MainActor (Result<Account, ServiceError>) -> Void
  ) -> ServiceRequest {
    let accounts = accounts
    return enter(remember, completion) { accounts.create(name: account, password: password) }
  }

  /// Signs out: forgets a remembered sign-in and tells the observers.
  ///
  /// Waits for the disk; cannot fail.
  package func signOut() {
    generation += 1
    do throws(ServiceError) {
      try remembered.forget()
    } catch {
      log.write(.error, "session", "\(error)")
    }
    become(nil)
  }

  private func enter(
    _ remember: Bool,
    _ completion: @escaping @MainActor (Result<Account, ServiceError>) -> Void,
    _ find: @escaping @Sendable () -> Result<Account, ServiceError>
  ) -> ServiceRequest {
    let completion = ServiceCompletion(completion)
    let generation = generation
    let words = words
    lane.run(find) { [weak self] result in
      guard let self, generation == self.generation else {
        return completion(.failure(ServiceError.spoken(words.signedOutMeanwhile, .cancelled)))
      }
      // Whoever left the page that asked does not expect to be signed in behind their back.
      guard !completion.isDropped else { return }
      if case .success(let account) = result {
        keep(account, remember)
        become(account)
      }
      completion(result)
    }
    return completion.request
  }

  /// Remembers the account, or forgets whoever was.
  ///
  /// A sign-in does not fail for it.
  private func keep(_ account: Account, _ remember: Bool) {
    do throws(ServiceError) {
      if remember {
        try remembered.remember(account)
      } else {
        try remembered.forget()
      }
    } catch {
      log.write(.error, "session", "\(error)")
    }
  }

  private func become(_ account: Account?) {
    guard account != current else { return }
    current = account
    for observer in observers { observer(account) }
  }
}
