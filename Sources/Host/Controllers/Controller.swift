package import ManifestModel

/// The host's resident record of one page: it stays when instances and image are gone.
@MainActor package final class Controller {
  /// The page as its manifest declares it.
  package private(set) var page: Manifest.Page
  /// The module that declares it, by name.
  package let module: String
  /// Whether a memory warning leaves it.
  package var residence = Residence.none
  /// The count that is shown where the page can be chosen; 0: none.
  package var badge: Int64 = 0
  /// How often the page had its view shown as new; what was kept of an earlier edition is dropped.
  package private(set) var edition: UInt64 = 0
  /// The live objects, oldest first.
  package private(set) var instances: [Instance] = []
  /// What its last instance saved, for the next opening; empty when there is nothing to restore.
  package var savedState: [String: Value] = [:]
  /// Calls that wait for its next initialization.
  var kept: [KeptCall] = []
  /// Whether it is being initialized for one of them.
  var isWaking = false

  package init(page: Manifest.Page, module: String) {
    self.page = page
    self.module = module
  }

  package var name: String { page.name }

  /// The instance that actions reach: the newest that is initialized.
  package var active: Instance? { instances.last { $0.state == .initialized } }

  /// The port of the active instance.
  var activePort: (any PagePort)? {
    // Without a closure, which would check its actor on every call of a page, and without retaining an instance.
    for index in instances.indices.reversed() where instances[index].state == .initialized {
      return instances[index].port
    }
    return nil
  }

  /// Takes the page's declaration from a newer manifest of its module.
  func update(_ page: Manifest.Page) { self.page = page }

  func raiseEdition() { edition += 1 }

  func add(_ instance: Instance) { instances.append(instance) }
  func remove(_ instance: Instance) { instances.removeAll { $0 === instance } }
}
