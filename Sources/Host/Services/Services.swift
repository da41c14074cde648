private import Glibc
package import ManifestModel

/// The services that outlive pages, and the one place where they learn of one another.
///
/// In the data folder: `log`, `host.sqlite` (accounts and preferences), `session` (a remembered
/// sign-in) and `accounts/ID/pages.sqlite` (what pages store).
@MainActor package final class Services {
  package let folder: DataFolder
  package let log: Log
  package let database: Database
  package let preferences: Preferences
  package let session: Session
  package let requests: Requests

  let loop: Loop
  /// XML that is read.
  let documents: ServiceLane
  private let store: HostStore
  private var isClosed = false

  /// Makes the services in a data folder, which they close when they are closed.
  package init(
    loop: Loop, folder: DataFolder, hasher: PasswordHasher = .interactive,
    limits: SQLiteLimits = SQLiteLimits(), language: Language = .english,
    trusting authorities: TrustedAuthorities = TrustedAuthorities()
  ) {
    self.loop = loop
    self.folder = folder
    log = Log(path: "\(folder.path)/log", clock: loop.clock)
    store = HostStore(path: "\(folder.path)/host.sqlite", clock: loop.clock)
    database = Database(loop: loop, folder: "\(folder.path)/accounts", limits: limits)
    preferences = Preferences(loop: loop, store: store)
    requests = Requests(loop: loop, trusting: authorities)
    documents = ServiceLane(loop: loop, limit: 64)
    session = Session(
      loop: loop, store: store, path: "\(folder.path)/session", hasher: hasher, log: log,
      words: HostWords(language))
    session.observe { [database, preferences, log] account in
      database.use(account: account?.id)
      preferences.use(account: account?.id)
      log.write(.info, "session", account == nil ? "signed out" : "signed in")
      log.keepBounded()
    }
  }

  /// Begins: takes the modules' manifests and signs in whoever is remembered.
  package func start(_ manifests: [Manifest]) {
    database.declare(manifests)
    session.restore()
  }

  /// Makes sure that what the host keeps can be read, when there is something.
  ///
  /// - Throws: What is wrong with `host.sqlite`; without it nobody can sign in.
  package func verify() throws(ServiceError) {
    guard access(store.path, F_OK) == 0 else { return }
    try store.run("SELECT 1")
  }

  /// Gives back what can be read again from files; memory is very short.
  package func dropCaches() {
    store.dropCache()
    database.dropCaches()
  }

  /// Ends all: accepted statements run, then files are closed and the data folder is free for
  /// another host.
  ///
  /// Statements that do not end within `limit` nanoseconds of real time are interrupted and undone.
  package func close(limit: UInt64 = 2_000_000_000) {
    guard !isClosed else { return }
    isClosed = true
    requests.close()
    database.closeAll()
    if !loop.settle(limit: limit) {
      log.write(.warning, "host", "statements that did not end were interrupted")
      database.abandon()
      _ = loop.settle(limit: limit)
    }
    store.close()
    log.close()
    folder.close()
  }
}
