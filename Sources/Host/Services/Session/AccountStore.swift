/// Accounts in the host's own database; for workers.
struct AccountStore: Sendable {
  let store: HostStore
  let hasher: PasswordHasher
  let clock: any HostClock
  var words = HostWords(.english)

  private var mismatch: ServiceError { ServiceError.spoken(words.mismatch) }

  /// Finds the account that a name and a password belong to.
  ///
  /// Takes as long for an unknown name as for a wrong password.
  func find(name: String, password: String) -> Result<Account, ServiceError> {
    do throws(ServiceError) {
      guard password.utf8.count <= Account.Rules.longestPassword,
        let (account, hash) = try record(key: Account.Rules.key(name))
      else {
        _ = hasher.hash(String(password.prefix(Account.Rules.longestPassword)))
        return .failure(mismatch)
      }
      guard hasher.verify(password, against: hash) else { return .failure(mismatch) }
      return .success(account)
    } catch {
      return .failure(error)
    }
  }

  /// Adds an account with a name that no other has.
  func create(name: String, password: String) -> Result<Account, ServiceError> {
    do throws(ServiceError) {
      let name = try Account.Rules.name(name, words).get()
      if let obstacle = Account.Rules.obstacle(password: password, words) { throw obstacle }
      let key = Account.Rules.key(name)
      guard try record(key: key) == nil else {
        throw ServiceError.spoken(words.nameTaken(name))
      }
      guard let hash = hasher.hash(password) else {
        throw ServiceError.spoken(words.noMemoryForAccount)
      }
      let account = Account(id: Hexadecimal.text(Sodium.random(8)), name: name)
      try store.run(
        "INSERT INTO accounts VALUES (?, ?, ?, ?, ?)",
        [.string(account.id), .string(name), .string(key), .string(hash), .integer(clock.wall)])
      return .success(account)
    } catch {
      return .failure(error)
    }
  }

  /// The account with an id.
  func account(id: String) throws(ServiceError) -> Account? {
    let rows = try store.run("SELECT name FROM accounts WHERE id = ?", [.string(id)])
    guard case .string(let name)?? = rows.first?.first else { return nil }
    return Account(id: id, name: name)
  }

  /// Compares keys as Swift does, so that composed and decomposed characters are the same.
  ///
  /// O(accounts).
  private func record(key: String) throws(ServiceError) -> (Account, hash: String)? {
    for row in try store.run("SELECT id, name, key, hash FROM accounts") {
      guard row.count == 4, case .string(let id)? = row[0], case .string(let name)? = row[1],
        case .string(let stored)? = row[2], case .string(let hash)? = row[3], stored == key
      else { continue }
      return (Account(id: id, name: name), hash)
    }
    return nil
  }
}
