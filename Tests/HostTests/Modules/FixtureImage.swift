import Glibc
import PageABI
import Testing

@testable import Host

/// The built images of Tests/Fixtures/Images, which lie beside the test's executable.
enum FixtureImage {
  /// The file of an image, `OrdinaryImage`.
  static func path(_ name: String) -> String {
    let executable = realpath("/proc/self/exe", nil).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    let folder = executable?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
    return "/\(folder)/lib\(name).so"
  }

  /// Opens a copy of an image in a store of its own, so that tests do not meet.
  @MainActor static func open(
    _ name: String, in store: TemporaryFolder, heaps: ModuleHeap.Pool = ModuleHeap.Pool()
  ) throws -> ModuleImage {
    try ModuleImage.open(self.store(name, in: store), heaps: heaps)
  }

  /// Copies an image to a store, and gives the copy.
  static func store(_ name: String, in folder: TemporaryFolder) throws -> String {
    try ModuleStore(folder: folder.path + "/store").admit(path(name)).path
  }
}

extension ModuleImage {
  /// The image says that it failed.
  struct Refusal: Error {}

  /// Enters the image with a host that it must not call; an image of the tests then does what it is
  /// for.
  @discardableResult func enter() throws -> UnsafePointer<page_module>? {
    let host = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<page_host>.size, alignment: MemoryLayout<page_host>.alignment)
    host.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<page_host>.size)
    defer { host.deallocate() }
    var module: UnsafePointer<page_module>?
    let status = entry(UnsafePointer(host.assumingMemoryBound(to: page_host.self)), &module)
    guard status == page_status(PAGE_OK) else { throw Refusal() }
    return module
  }
}
