internal import PageABI

/// One screen of an app: the class that a page's author writes.
///
/// The host makes an object of it when the page is opened and drops it when the page is left. Everything that it
/// knows of the rest of the app goes through ``call(_:_:)``, ``announce(_:_:)`` and the services.
@MainActor open class Page {
  /// The object's number in the process, as in `ContactPage#7`.
  public let instance: UInt64

  let link: HostLink

  /// Made by the host only.
  ///
  /// A page gives its stored properties their first values and does the rest in ``initData(_:)``.
  public required init() {
    let opening = HostLink.opening
    precondition(opening != nil, "a page is made by the host, not by other code")
    link = opening.unsafelyUnwrapped
    instance = link.instance
  }

  /// What ``saveState()`` gave before the page was released without the person's asking; empty at a first opening.
  public internal(set) var savedState: [String: PageValue] = [:]

  // MARK: Lifecycle

  /// Takes what the page needs to be shown.
  ///
  /// An error keeps the page from being opened and is shown.
  open func initData(_ arguments: [String: PageValue]) async throws {}

  /// A transition that shows the page has begun.
  open func appearStarted() {}
  /// The page is shown.
  open func appearFinished() {}
  /// A transition that hides the page has begun.
  open func disappearStarted() {}
  /// The page is hidden.
  open func disappearFinished() {}

  /// Memory is short and this page stays: it lets go of what it can do without.
  open func memoryWarning(isCritical: Bool) {}

  /// Gives what the page needs to come back as it is now, at most 256 KiB.
  open func saveState() async throws -> [String: PageValue] { [:] }

  /// Lets go of what ``initData(_:)`` took; the page's tasks have been cancelled before.
  open func releaseData() {}

  // MARK: Screen

  /// What the page shows, read again after everything that happens in the page.
  ///
  /// A page overrides it with `@ViewBuilder override var view: View { … }`.
  @ViewBuilder open var view: View {}

  /// The title above the page; nil for the manifest's.
  open var title: String? { nil }

  // MARK: Tasks

  /// Runs work that is cancelled when the page leaves; an error that it throws goes to the log.
  ///
  /// It may be started from ``initData(_:)`` on, until the page leaves.
  /// - Returns: What cancels the work earlier; nil when it was not started.
  @discardableResult
  public func task(_ work: @escaping @MainActor () async throws -> Void) -> Task<Void, Never>? {
    guard link.isActive else {
      log("a task was not run: the page is not initialized", level: .warning)
      return nil
    }
    return link.start(call: 0) { [weak self] in
      do {
        try await work()
      } catch is CancellationError {
      } catch {
        self?.log("\(error)", level: .error)
      }
    }
  }

  // MARK: The rest of the app

  /// Calls an action by name; the manifest lists it in `calls`.
  /// - Throws: ``PageError`` when nobody offers it, the arguments do not fit, or the page that offers it fails.
  @discardableResult
  public func call(_ action: String, _ arguments: [PageValue] = []) async throws -> PageValue {
    try await link.call(action, arguments)
  }

  /// Announces an outcome; the app's flow decides where it leads.
  ///
  /// That is done when the page's code has returned; in ``initData(_:)``, when the page is on screen.
  ///
  /// A refusal goes to the log.
  public func announce(_ outcome: String, _ values: [String: PageValue] = [:]) {
    link.announce(outcome, values)
  }

  /// How much a line of the log matters.
  public enum LogLevel: UInt32, Sendable {
    case debug = 0
    case info, warning, error
  }

  /// Adds a line to the app's log.
  public func log(_ text: String, level: LogLevel = .info) { link.log(text, level: level) }

  /// The time of day, in microseconds since 1970-01-01T00:00:00Z.
  public var now: Int64 { link.wall }
}
