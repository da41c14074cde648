internal import Glibc
internal import HostC

/// Which module's code runs, noted before each entry in a mapped file, so that after a crash the next start can name the
/// culprit.
///
/// Entering a module that has a slot of the record stores one number; only the first entry writes its name.
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
  /// The open module that each slot names.
  private var slots = [ObjectIdentifier?](repeating: nil, count: Int(HOSTC_BREADCRUMB_SLOTS))
  private var nextSlot = 0
  /// The slot of the code outside of pages that runs now, below all entries; 0: none.
  private var base: UInt32 = 0
  private static let magic: [UInt8] = Array("PageCrm2".utf8)

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
    culprit = Self.read(UnsafeRawBufferPointer(start: memory, count: size))
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    Self.write(Self.magic, to: memory, count: 8)
    hostc_breadcrumb_watch(record)
  }

  /// What a record tells; nil when no module's code ran, and for a damaged record.
  private static func read(_ bytes: UnsafeRawBufferPointer) -> Culprit? {
    let record = bytes.loadUnaligned(as: hostc_breadcrumb.self)
    guard bytes.starts(with: magic), (1...UInt32(HOSTC_BREADCRUMB_SLOTS)).contains(record.running),
      (1...64).contains(record.signal)
    else { return nil }
    let slot = place(of: record.running)
    func text(_ offset: Int, _ count: Int) -> String? {
      let field = bytes[(slot + offset)..<(slot + offset + count)].prefix { $0 != 0 }
      return String(validating: field, as: UTF8.self)
    }
    guard let module = text(0, moduleSize), let content = text(moduleSize, contentSize),
      !module.isEmpty
    else { return nil }
    return Culprit(module: module, content: content, signal: record.signal)
  }

  // The fields of a slot, as breadcrumb.h declares them.
  private static let moduleSize = 72
  private static let contentSize = 424

  /// Where a slot begins in the record; the first has the number 1.
  private static func place(of slot: UInt32) -> Int {
    (MemoryLayout<hostc_breadcrumb>.offset(of: \.slots) ?? 0)
      + (Int(slot) - 1) * MemoryLayout<hostc_breadcrumb_slot>.stride
  }

  private static func write(_ bytes: [UInt8], to memory: UnsafeMutableRawPointer, count: Int) {
    let kept = min(bytes.count, count)
    memory.copyMemory(from: bytes, byteCount: kept)
    if kept < count {
      (memory + kept).initializeMemory(as: UInt8.self, repeating: 0, count: count - kept)
    }
  }

  /// Notes that code of an open module runs from now on.
  func enter(_ module: any OpenModule) {
    record.pointee.running = slot(of: module)
  }

  /// Notes that no page is entered any more.
  func leave() { record.pointee.running = base }

  /// Runs code of an open module that is no entry of a page; pages may be entered meanwhile.
  func during<Result>(_ module: any OpenModule, _ body: () -> Result) -> Result {
    during(slot(of: module), body)
  }

  /// Runs code of a module that is being opened.
  func opening<Result, Failure: Error>(
    _ module: String, content: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try during(takeSlot(for: nil, module, content), body)
  }

  /// Forgets a module that was closed, as another may come to lie where it lay.
  func forget(_ module: any OpenModule) {
    let identity = ObjectIdentifier(module)
    for index in slots.indices where slots[index] == identity { slots[index] = nil }
  }

  private func during<Result, Failure: Error>(
    _ slot: UInt32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = (base, record.pointee.running)
    base = slot
    record.pointee.running = slot
    defer { (base, record.pointee.running) = before }
    return try body()
  }

  private func slot(of module: any OpenModule) -> UInt32 {
    let identity = ObjectIdentifier(module)
    for index in slots.indices where slots[index] == identity { return UInt32(index + 1) }
    return takeSlot(for: identity, module.name, module.content)
  }

  /// Writes a module's name into the slot that was taken longest ago, but not into one that may be noted now.
  private func takeSlot(
    for identity: ObjectIdentifier?, _ module: String, _ content: String
  ) -> UInt32 {
    var index = nextSlot
    while UInt32(index + 1) == base || UInt32(index + 1) == record.pointee.running {
      index = (index + 1) % slots.count
    }
    nextSlot = (index + 1) % slots.count
    slots[index] = identity
    let number = UInt32(index + 1)
    let memory = UnsafeMutableRawPointer(record) + Self.place(of: number)
    Self.write(Array(module.utf8), to: memory, count: Self.moduleSize - 1)
    Self.write(
      Array(content.utf8), to: memory + Self.moduleSize, count: Self.contentSize - 1)
    return number
  }

  /// Ends: a crash from now on is nobody's.
  package func close() {
    record.pointee.running = 0
    hostc_breadcrumb_watch(nil)
    munmap(record, MemoryLayout<hostc_breadcrumb>.size)
  }
}
