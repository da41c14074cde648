internal import Glibc
internal import HostC

/// Whose code ran when a crash ended the process: in a mapped file, so that the next start can name the culprit.
///
/// Before each entry the name of the module is noted by its address; the handler of the crash copies it into the file.
@MainActor package final class Breadcrumb {
  /// What the last process left: the module whose code ran when a signal ended it.
  package struct Culprit: Sendable, Hashable, Codable {
    package var module: String
    /// The digest of the module's file, wherever the store is.
    package var content: String
    package var signal: Int32

    /// The signal in words: `signal 11 (Segmentation fault)`.
    package var words: String { "signal \(signal) (\(String(cString: strsignal(signal))))" }
  }

  private let record: UnsafeMutablePointer<hostc_breadcrumb>
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
    // Allocated, since writing to a hole of a full disk would end the process.
    guard ftruncate(file, off_t(size)) == 0, posix_fallocate(file, 0, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return nil }
    record = memory.bindMemory(to: hostc_breadcrumb.self, capacity: 1)
    culprit = Self.read(record)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    memory.copyMemory(from: Self.magic, byteCount: Self.magic.count)
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
    let name = record.pointee.name
    guard let module = text(\.name.module, MemoryLayout.size(ofValue: name.module)),
      let content = text(\.name.content, MemoryLayout.size(ofValue: name.content)),
      !module.isEmpty
    else { return nil }
    return Culprit(module: module, content: content, signal: record.pointee.signal)
  }

  /// Ends: a crash from now on is nobody's.
  package func close() {
    hostc_breadcrumb_watch(nil)
    munmap(record, MemoryLayout<hostc_breadcrumb>.size)
  }
}
