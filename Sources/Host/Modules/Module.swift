package import ManifestModel
package import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

/// A module that is open: its image, its description, and the table through which it reaches the host.
@MainActor package final class Module {
  package let manifest: Manifest
  package let image: ModuleImage
  /// Valid until the image is unmapped.
  package let table: UnsafeMutablePointer<page_host>
  // Not weak, which would cost every call of a page: who opens a module closes it, and has it no longer then.
  let calls: any HostCalls
  /// Whether its code may still use the host.
  // Read and written on the host's thread alone: a call of the module is asked for its thread first.
  nonisolated(unsafe) private(set) var isOpen = false
  nonisolated let time: any HostClock
  /// The thread on which the module was opened, and on which alone it may call the host.
  ///
  /// A `pthread_t` is a number.
  nonisolated let thread = pthread_self()
  /// By an action's number, whether the module was given it.
  private var knownActions: [Bool] = []
  package let label: ModuleLabel?
  /// How often its pages were entered.
  package private(set) var entryCount = 0
  /// Made after every entry, as views may have changed.
  private let refresh: RefreshRequest?

  /// Grows with every turn that it asks for, so that an older one is void.
  var turnNumber: UInt64 = 0
  /// Cancels the timer of the turn that it asked for.
  var cancelTurn: (@MainActor () -> Void)?

  private var description: UnsafePointer<page_module>?
  private var definitions: [String: PageDefinition] = [:]
  /// What its code and its manifest differ in, which stays so as long as the image is mapped.
  private var disagreement: ModuleError?
  package private(set) var instances: [Instance] = []
  /// Whether its image stayed mapped once when it was closed.
  var wasPinned = false
  /// Itself, while it is closed and its image is still mapped: the image may have threads that ask for the time, of the
  /// table and of the module in it.
  private var keptForImage: Module?

  package nonisolated var name: String { manifest.module }

  package init(
    _ image: ModuleImage, manifest: Manifest, calls: any HostCalls, time: any HostClock,
    refresh: RefreshRequest? = nil, label: ModuleLabel? = nil
  ) {
    self.refresh = refresh
    self.label = label
    self.manifest = manifest
    self.calls = calls
    self.time = time
    self.image = image
    table = .allocate(capacity: 1)
    table.initialize(to: Module.makeTable(for: self))
  }

  /// Asks the image for its description and compares that with the manifest of its file; again after it was closed, if
  /// its image stayed mapped.
  /// - Throws: ``ModuleError`` that says what contradicts; the module has to be closed then too.
  package func open() throws(ModuleError) {
    keptForImage = nil
    image.resume()
    isOpen = true
    // The code was opened and not closed, as what it says of itself is not to be trusted; it is not entered again.
    if let disagreement { throw disagreement }
    try running { () throws(ModuleError) in try describe(path: image.path) }
  }

  private func describe(path: String) throws(ModuleError) {
    var description: UnsafePointer<page_module>?
    let status = image.entry(table, &description)
    guard status == PAGE_OK, let description else {
      throw ModuleError(
        .refused, path: path,
        advice:
          "page_module_open gave \(PageStatus(rawValue: status)); is it made for a newer host?")
    }
    do throws(ModuleError) {
      definitions = try Module.agree(description, with: manifest, path: path)
    } catch {
      disagreement = error
      throw error
    }
    self.description = description
  }

  /// The definition of one of its pages.
  func definition(of page: String) -> PageDefinition? { definitions[page] }

  package func add(_ instance: Instance) { instances.append(instance) }
  package func remove(_ instance: Instance) { instances.removeAll { $0 === instance } }

  package func mayCall(_ action: Int) -> Bool {
    action < knownActions.count && knownActions[action]
  }

  package func allowCall(_ action: Int) {
    while knownActions.count <= action { knownActions.append(false) }
    knownActions[action] = true
  }

  /// Makes the views of its pages stale.
  package func wasEntered() {
    entryCount += 1
    refresh?.make()
  }

  /// Hands the answer to a pending entry to the page that was entered, when the stack is clear; a token that none of
  /// the module's pages waits for is dropped.
  func completed(_ token: page_token, _ answer: PortAnswer) {
    for port in instances.compactMap({ $0.port.inProcess }) {
      port.stack.scheduler.later { port.complete(token, answer) }
    }
  }

  /// Runs what is ready in the module.
  package func turn() {
    guard let turn = description?.pointee.turn else { return }
    // Whatever of its pages runs now, none may be entered on top of it.
    let ports = instances.compactMap { $0.port.inProcess }
    for port in ports { port.entries += 1 }
    turn()
    for port in ports { port.entries -= 1 }
    wasEntered()
  }

  /// Runs its code so that a crash is explained.
  private func running<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let label { try label.during(body) } else { try body() }
  }

  /// Closes the module; it must have no instance left.
  /// - Parameter detailed: Whether the report lists what is left in the heap by size of block.
  package func close(detailed: Bool = false) -> UnloadReport {
    precondition(instances.isEmpty, "\(name) is closed while it has instances")
    if let close = description?.pointee.close { running(close) }
    cancelTurn?()
    cancelTurn = nil
    // Void is also a turn that is on its way, if the module is opened again before it.
    turnNumber += 1
    description = nil
    definitions.removeAll()
    knownActions.removeAll()
    isOpen = false
    return closeImage(detailed: detailed)
  }

  /// Tries again to unmap the image of a closed module.
  /// - Parameter detailed: As of ``close(detailed:)``.
  package func retryClose(detailed: Bool = false) -> UnloadReport {
    precondition(!isOpen, "\(name) is in use")
    return closeImage(detailed: detailed)
  }

  private func closeImage(detailed: Bool) -> UnloadReport {
    let report = running { image.close(detailed: detailed) }
    keptForImage = report.pinned == nil ? nil : self
    if report.pinned == nil { table.deallocate() }
    return report
  }
}
