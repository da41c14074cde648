internal import Glibc
internal import HostC
package import PageABI

/// A module that is mapped in this process, with a heap of its own.
///
/// Closing unmaps it, unless something of it is still in use; then it stays, with its heap, and
/// closing may be tried again. An image that is dropped without being closed stays mapped.
@MainActor package final class ModuleImage {
  /// `page_module_open`, the one symbol that a module exports.
  package typealias Entry =
    @convention(c) (
      UnsafePointer<page_host>, UnsafeMutablePointer<UnsafePointer<page_module>?>
    ) -> page_status

  /// Where an image is in its life.
  package enum State: Sendable, Hashable {
    case open
    /// Closed, but still mapped, for a reason in words.
    case pinned(String)
    case closed
  }

  /// The file that is mapped: a copy in the store.
  package let path: String
  package private(set) var state = State.open
  /// Valid while the image is mapped.
  package let entry: Entry
  /// Nil for an image that was not linked with heap and guard; it uses the process's malloc.
  package private(set) var heap: ModuleHeap?

  let facts: hostc_image_facts
  private(set) var `guard`: UnsafePointer<page_image_guard>?
  private var handle: UnsafeMutableRawPointer?
  private let lasting: Pin?
  private let heaps: ModuleHeap.Pool

  private init(
    path: String, handle: UnsafeMutableRawPointer, entry: Entry, heap: ModuleHeap?,
    `guard`: UnsafePointer<page_image_guard>?, facts: hostc_image_facts, heaps: ModuleHeap.Pool
  ) {
    self.path = path
    self.handle = handle
    self.entry = entry
    self.heap = heap
    self.guard = `guard`
    self.facts = facts
    self.heaps = heaps
    lasting = Self.lastingPin(of: facts, isGuarded: `guard` != nil)
  }

  /// Read by the Swift runtime of each image in its first constructor; it would otherwise take over
  /// the signals.
  private static let quietenRuntimes: Void = {
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
  }()

  /// Maps a file and binds it to a heap.
  ///
  /// Runs the constructors of the image, and nothing else of it.
  ///
  /// - Parameters:
  ///   - path: an absolute path in the host's store. Never a file that people write to.
  ///   - heaps: where the heap comes from and goes back to.
  /// - Throws: `notLoadable` with the dynamic linker's words, `noEntry`, `alreadyOpen`, `noHeap`.
  ///   Nothing stays mapped.
  package static func open(
    _ path: String, heaps: ModuleHeap.Pool
  ) throws(ModuleError) -> ModuleImage {
    Self.quietenRuntimes
    guard !hostc_image_is_mapped(path) else {
      throw ModuleError(
        .alreadyOpen, path: path, advice: "use the image that is mapped, or close it first")
    }
    let heap = try heaps.take()
    let (handle, `guard`) = heap.opening { dlopen(path, RTLD_NOW | RTLD_LOCAL) }
    guard let handle else {
      let cause = dlerror().map { String(cString: $0) } ?? "the dynamic linker does not say why"
      heaps.giveBack(heap)
      throw ModuleError(
        .notLoadable, path: path, cause: cause,
        advice: "install what it needs or build it again for this machine")
    }
    let facts = hostc_image_inspect(handle)
    guard let symbol = dlsym(handle, PAGE_MODULE_OPEN) else {
      if lastingPin(of: facts, isGuarded: `guard` != nil) == nil, `guard`?.pointee.pinned() == nil {
        dlclose(handle)
        if !hostc_image_is_mapped(path) { heaps.giveBack(heap) }
      }
      throw ModuleError(
        .noEntry, path: path,
        advice: "it does not export \(PAGE_MODULE_OPEN), so it is no page; export it")
    }
    if `guard` == nil { heaps.giveBack(heap) }
    // The symbol's type is the contract's: `page_module_open_function`.
    let entry = unsafeBitCast(symbol, to: Entry.self)
    return ModuleImage(
      path: path, handle: handle, entry: entry, heap: `guard` == nil ? nil : heap, guard: `guard`,
      facts: facts, heaps: heaps)
  }

  /// Whether the image can be unmapped as far as is known now; nil when it can, else the reason.
  package var pin: String? { (lasting ?? passingPin())?.reason }

  /// Closes the image; all that the host had of it must have been released before.
  ///
  /// The image's destructors run, then its guard takes back what it left in the process; then it is
  /// unmapped, and only when that is proven is its heap reset. A pinned image is not touched at
  /// all.
  ///
  /// - Parameter detailed: whether the report lists what is left in the heap by size of block.
  package func close(detailed: Bool = false) -> UnloadReport {
    precondition(state != .closed, "\(path) is closed already")
    let pin = lasting ?? passingPin()
    let held = holdings
    if let pin { return stay(pin, held: held, detailed: detailed) }
    if let handle { dlclose(handle) }
    handle = nil
    if hostc_image_is_mapped(path) {
      // Whoever else has it keeps its destructors from running, so it can go on being used.
      handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)
      let pin = Pin(reason: "another library still uses it, or it made itself resident", ends: true)
      return stay(pin, held: held, detailed: detailed)
    }
    state = .closed
    `guard` = nil
    var report = UnloadReport(unmapped: true)
    report.held = held
    measure(into: &report, detailed: detailed)
    if let heap { heaps.giveBack(heap) }
    heap = nil
    return report
  }

  /// Tries again to close an image that was pinned.
  package func retryClose(detailed: Bool = false) -> UnloadReport {
    close(detailed: detailed)
  }

  /// Takes a pinned image into use again: its entry may be called as if it had just been opened, which it may be as well.
  package func resume() {
    precondition(state != .closed, "\(path) is closed; open it anew")
    state = .open
  }

  private func stay(_ pin: Pin, held: Holdings, detailed: Bool) -> UnloadReport {
    state = .pinned(pin.reason)
    var report = UnloadReport(unmapped: false, pinned: pin.reason)
    report.retries = pin.ends
    report.held = held
    measure(into: &report, detailed: detailed)
    return report
  }

  private func measure(into report: inout UnloadReport, detailed: Bool) {
    guard let heap else { return }
    let usage = heap.usage
    report.heapBytes = usage.bytes
    report.heapBlocks = usage.blocks
    if detailed { report.sizeClasses = heap.sizeClasses }
  }
}
