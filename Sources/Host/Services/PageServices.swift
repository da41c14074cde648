package import ManifestModel

/// The services of the host as the main controller uses them.
@MainActor package protocol PageServices: AnyObject {
  /// Begins what a page asks for. `completion` comes once, never during this call; the returned function drops it.
  ///
  /// `progress` is told meanwhile how many bytes of a fetch have come, and of how many, -1 when that is not known.
  func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void
  /// Begins a fetch that survives its page. `accepted` comes once, never during this call: done, or why it was refused.
  /// After the first of both comes `completion`, with the answer.
  func beginPublicly(
    _ fetch: FetchRequest, for module: Manifest,
    accepted: @escaping @MainActor (PortAnswer) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void)
  /// Drops what survives pages, as the account signs out or the app ends.
  func endPublicRequests()
  /// Gives back what can be read again from files; memory is very short.
  func dropCaches()
  /// Takes the manifests of all modules that are listed now.
  func modulesChanged(_ manifests: [Manifest])
  /// Lets go of what is held for a module whose image is about to be closed.
  func moduleClosed(_ module: String)
  /// The name of the account that is signed in.
  var account: String? { get }
  /// Whether the app's first page flow has never been finished on this data folder.
  var isFirstLaunch: Bool { get }
  /// Remembers that it has been finished.
  func noteLaunched()
  /// Ends the session and forgets a remembered sign-in.
  func signOut()
  /// Adds a line to the log.
  func log(_ text: String, level: UInt32, source: String)
}
