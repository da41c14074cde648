package import ManifestModel
package import PageABI

/// A module that is open, as its instances, their ports and the dispatcher know it.
@MainActor package protocol OpenModule: AnyObject {
  nonisolated var name: String { get }
  var manifest: Manifest { get }
  /// What its pages reach the host by; valid until it is closed.
  var table: UnsafeMutablePointer<page_host> { get }
  /// Noted before its code runs; nil where a crash is not to be explained.
  var label: ModuleLabel? { get }
  /// What its heap holds now, in bytes.
  var heapBytes: Int { get }
  /// Its pages' objects that are not destroyed, oldest first.
  var instances: [Instance] { get }

  func add(_ instance: Instance)
  func remove(_ instance: Instance)
  /// Whether it was given the number of an action.
  func mayCall(_ action: Int) -> Bool
  func allowCall(_ action: Int)
  /// How often its pages were entered: a view that was read at another count is stale.
  var entryCount: Int { get }
  /// Told after each entry into one of its pages: the views of all of them may have changed.
  func wasEntered()
}

extension OpenModule {
  package var label: ModuleLabel? { nil }

  /// The object with a number, if it is not destroyed.
  func instance(_ number: UInt64) -> Instance? { instances.last { $0.number == number } }

  /// Whether it has an object of a number.
  func hasInstance(_ number: UInt64) -> Bool {
    // Without a closure, which would check its actor on every call of a page, and without retaining an instance.
    for index in instances.indices where instances[index].number == number { return true }
    return false
  }
}

extension Module: OpenModule {
  package var heapBytes: Int { image.heap?.usage.bytes ?? 0 }
}
