package import ManifestModel
internal import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

/// A module that is open: its image, its description, and the table through which it reaches the host.
@MainActor package final class Module {
  package let manifest: Manifest
  package let image: ModuleImage
  /// Valid until the module is closed.
  let table: UnsafeMutablePointer<page_host>
  weak var calls: (any HostCalls)?
  nonisolated let time: any HostClock
  /// The thread on which the module was opened, and on which alone it may call the host. A `pthread_t` is a number.
  nonisolated let thread = pthread_self()
  /// By an action's number, whether the module was given it.
  private var knownActions: [Bool] = []
  /// Views are read again in the next turn; told when one of the module's pages was entered.
  package var onEntry: (@MainActor (Module) -> Void)?

  private var description: UnsafePointer<page_module>?
  private var definitions: [String: UnsafePointer<page_definition>] = [:]
  private(set) var instances: [Instance] = []

  package nonisolated var name: String { manifest.module }

  /// Opens a module: binds its heap, maps it, asks it for its description and compares that with its manifest.
  /// - Throws: ``ModuleError`` that says what is missing or contradicts; nothing is left loaded then, unless the image
  ///   cannot be unmapped.
  package init(
    path: String, manifest: Manifest, calls: any HostCalls, time: any HostClock
  ) throws(ModuleError) {
    self.manifest = manifest
    self.calls = calls
    self.time = time
    image = try ModuleImage(path: path)
    table = .allocate(capacity: 1)
    table.initialize(to: Module.makeTable(for: self))
    do throws(ModuleError) {
      try describe(path: path)
    } catch {
      table.deallocate()
      _ = image.close()
      throw error
    }
  }

  private func describe(path: String) throws(ModuleError) {
    var description: UnsafePointer<page_module>?
    let status = image.open(table, &description)
    guard status == PAGE_OK, let description else {
      throw ModuleError(
        .refused, path: path,
        "page_module_open gave \(PageStatus(rawValue: status)); is it made for a newer host?")
    }
    definitions = try Module.agree(description, with: manifest, path: path)
    self.description = description
  }

  /// The definition of one of its pages.
  func definition(of page: String) -> UnsafePointer<page_definition>? { definitions[page] }

  func add(_ instance: Instance) { instances.append(instance) }
  func remove(_ instance: Instance) { instances.removeAll { $0 === instance } }

  func mayCall(_ action: Int) -> Bool { action < knownActions.count && knownActions[action] }

  func allowCall(_ action: Int) {
    while knownActions.count <= action { knownActions.append(false) }
    knownActions[action] = true
  }

  /// Marks the views of its pages as stale.
  func wasEntered() {
    for instance in instances { instance.viewIsStale = true }
    onEntry?(self)
  }

  /// Hands the answer to a pending entry to the page that was entered, when the stack is clear; a token that none of
  /// the module's pages waits for is dropped.
  func completed(_ token: page_token, _ answer: PortAnswer) {
    for port in instances.compactMap({ $0.port as? InProcessPort }) {
      port.stack.scheduler.later { port.complete(token, answer) }
    }
  }

  /// Runs what is ready in the module.
  package func turn() {
    guard let turn = description?.pointee.turn else { return }
    turn()
    wasEntered()
  }

  /// Closes the module; it must have no instance left.
  package func close() -> UnloadReport {
    precondition(instances.isEmpty, "\(name) is closed while it has instances")
    if let close = description?.pointee.close { close() }
    description = nil
    definitions.removeAll()
    calls = nil
    let report = image.close()
    // A pinned image may still have threads that ask for the time.
    if report.pinned == nil { table.deallocate() }
    return report
  }
}
