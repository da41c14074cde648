import ManifestModel
import PageABI

@testable import Host

/// A module without an image: its pages are functions of a test.
@MainActor final class FakeModule: OpenModule {
  let manifest: Manifest
  let table: UnsafeMutablePointer<page_host>
  let heapBytes = 4096
  var label: ModuleLabel?
  private(set) var instances: [Instance] = []
  private var known: Set<Int> = []
  /// How often it was told that one of its pages was entered.
  private(set) var entryCount = 0
  var entered: Int { entryCount }

  nonisolated var name: String { manifest.module }

  init(_ manifest: Manifest) {
    self.manifest = manifest
    table = .allocate(capacity: 1)
    UnsafeMutableRawPointer(table).initializeMemory(
      as: UInt8.self, repeating: 0, count: MemoryLayout<page_host>.size)
  }

  isolated deinit { table.deallocate() }

  func add(_ instance: Instance) { instances.append(instance) }
  func remove(_ instance: Instance) { instances.removeAll { $0 === instance } }
  func mayCall(_ action: Int) -> Bool { known.contains(action) }
  func allowCall(_ action: Int) { known.insert(action) }

  func wasEntered() { entryCount += 1 }
}
