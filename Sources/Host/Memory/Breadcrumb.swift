internal import Glibc
internal import HostC

/// Which module's code runs, noted before each entry in a mapped file, so that after a crash the next start can name the
/// culprit.
@MainActor package final class Breadcrumb {
  /// What the last process left: the module whose code ran when a signal ended it.
  package struct Culprit: Sendable, Hashable, Codable {
    package var module: String
    /// The module's copy in the store, which is named by its content.
    package var content: String
    package var signal: Int32

    /// The signal in words: `signal 11 (Segmentation fault)`.
    package var words: String { "signal \(signal) (\(String(cString: strsignal(signal))))" }
  }

  private let record: UnsafeMutablePointer<hostc_breadcrumb>
  private var noted: ObjectIdentifier?
  private static let magic: [UInt8] = Array("PageCrmb".utf8)

  /// What the last process left in the file; nil when it ended well.
  package let culprit: Culprit?

  /// Maps the file at a path, made if it is not there. mmap(2)
  /// - Returns: nil where the file cannot be mapped; then a crash is not explained.
  package init?(_ path: String) {
    let size = MemoryLayout<hostc_breadcrumb>.size
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    defer { Glibc.close(file) }
    guard ftruncate(file, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return nil }
    record = memory.bindMemory(to: hostc_breadcrumb.self, capacity: 1)
    culprit = Self.read(record)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    Self.write(Self.magic, to: memory, count: 8)
    hostc_breadcrumb_watch(record)
  }

  private static func read(_ record: UnsafeMutablePointer<hostc_breadcrumb>) -> Culprit? {
    let bytes = UnsafeRawBufferPointer(start: record, count: MemoryLayout<hostc_breadcrumb>.size)
    guard bytes.starts(with: magic), record.pointee.running != 0, record.pointee.signal > 0,
      record.pointee.signal < 65
    else { return nil }
    func text(_ field: PartialKeyPath<hostc_breadcrumb>, _ count: Int) -> String? {
      guard let offset = MemoryLayout<hostc_breadcrumb>.offset(of: field) else { return nil }
      let slice = bytes[offset..<(offset + count)].prefix { $0 != 0 }
      return String(validating: slice, as: UTF8.self)
    }
    guard let module = text(\.module, 72), let content = text(\.content, 424), !module.isEmpty
    else { return nil }
    return Culprit(module: module, content: content, signal: record.pointee.signal)
  }

  private static func write(_ bytes: [UInt8], to memory: UnsafeMutableRawPointer, count: Int) {
    let kept = min(bytes.count, count)
    memory.copyMemory(from: bytes, byteCount: kept)
    if kept < count {
      (memory + kept).initializeMemory(as: UInt8.self, repeating: 0, count: count - kept)
    }
  }

  /// Notes that code of a module runs from now on.
  func enter(_ module: String, content: String, as identity: ObjectIdentifier?) {
    if noted != identity || identity == nil {
      noted = identity
      record.pointee.running = 0
      let memory = UnsafeMutableRawPointer(record)
      if let offset = MemoryLayout<hostc_breadcrumb>.offset(of: \.module) {
        Self.write(Array(module.utf8), to: memory + offset, count: 71)
      }
      if let offset = MemoryLayout<hostc_breadcrumb>.offset(of: \.content) {
        Self.write(Array(content.utf8), to: memory + offset, count: 423)
      }
    }
    record.pointee.running = 1
  }

  /// Notes that no code of a module runs.
  func leave() { record.pointee.running = 0 }

  /// Runs code of a module that is no entry of a page: its constructors, its opening, its closing.
  func during<Result, Failure: Error>(
    _ module: String, content: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    enter(module, content: content, as: nil)
    defer { leave() }
    return try body()
  }

  /// Ends: a crash from now on is nobody's.
  package func close() {
    leave()
    hostc_breadcrumb_watch(nil)
    munmap(record, MemoryLayout<hostc_breadcrumb>.size)
  }
}
