internal import HostC

/// A module's name and content as they are noted before its code runs, for the case that it ends the process.
@MainActor package final class ModuleLabel {
  let name: UnsafeMutablePointer<hostc_breadcrumb_name>

  /// - Parameter content: The digest of the module's file.
  package init(module: String, content: String) {
    name = .allocate(capacity: 1)
    name.initialize(to: hostc_breadcrumb_name())
    // What does not fit is left out, and the last byte stays 0.
    withUnsafeMutableBytes(of: &name.pointee.module) { Self.copy(module, to: $0) }
    withUnsafeMutableBytes(of: &name.pointee.content) { Self.copy(content, to: $0) }
  }

  isolated deinit { name.deallocate() }

  private static func copy(_ text: String, to memory: UnsafeMutableRawBufferPointer) {
    memory.copyBytes(from: text.utf8.prefix(memory.count - 1))
  }

  /// Runs code of the module that is no entry of a page: its constructors, its opening, its turns, its closing.
  func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = hostc_breadcrumb_enter(name)
    defer { _ = hostc_breadcrumb_enter(before) }
    return try body()
  }
}
