internal import Glibc
internal import HostC
internal import PageABI

/// The heap of one image: everything that the image allocates lies in it, and `reset` gives all of
/// it back.
///
/// It is a jemalloc arena in a range of addresses that only such heaps use. The image may allocate
/// on any of its threads.
@MainActor package final class ModuleHeap {
  /// What is allocated.
  package struct Usage: Sendable, Hashable {
    package var bytes: Int
    package var blocks: Int

    package init(bytes: Int, blocks: Int) {
      self.bytes = bytes
      self.blocks = blocks
    }
  }

  /// Blocks of one size.
  package struct SizeClass: Sendable, Hashable, Codable {
    /// The size of each block.
    package var bytes: Int
    package var blocks: Int
  }

  // The C side keeps every heap for the life of the process, so the pointer is always valid.
  private let handle: OpaquePointer

  /// Makes a heap; it is to be used again and again, since its arena stays for the life of the
  /// process.
  fileprivate init() throws(ModuleError) {
    guard let handle = hostc_heap_create() else {
      throw ModuleError(
        .noHeap, path: "heap", cause: String(cString: strerror(errno)),
        advice: "close pages, or raise the limit of virtual memory (ulimit -v)")
    }
    self.handle = handle
  }

  /// Runs a call of dlopen so that the image that it maps binds to this heap.
  ///
  /// - Returns: what the call gives, and the guard of the image if it has one.
  func opening<Result>(_ call: () -> Result) -> (Result, UnsafePointer<page_image_guard>?) {
    hostc_heap_adopt_thread()
    hostc_set_heap_opening(hostc_heap_interface(handle))
    defer { hostc_set_heap_opening(nil) }
    let result = call()
    return (result, hostc_heap_guard(handle))
  }

  /// What is allocated now, to the byte.
  ///
  /// About 20 µs.
  package var usage: Usage {
    let usage = hostc_heap_measure(handle)
    return Usage(bytes: usage.bytes, blocks: usage.blocks)
  }

  /// What is allocated now by size of block, smallest first.
  ///
  /// About 40 µs.
  package var sizeClasses: [SizeClass] {
    let capacity = hostc_heap_size_class_count()
    return withUnsafeTemporaryAllocation(of: hostc_size_class.self, capacity: capacity) { classes in
      guard let base = classes.baseAddress else { return [] }
      let count = hostc_heap_size_classes(handle, base, capacity)
      return classes[..<count].map { SizeClass(bytes: $0.bytes, blocks: $0.blocks) }
    }
  }

  /// Forgets every block and gives the memory back.
  ///
  /// - Precondition: the image that bound to the heap is unmapped.
  /// - Returns: whether jemalloc did it; otherwise the heap must not be used again.
  func reset() -> Bool { hostc_heap_reset(handle) }
}

extension ModuleHeap {
  /// Heaps that are free to be used again.
  @MainActor package final class Pool {
    private var free: [ModuleHeap] = []

    package init() {}

    /// How many heaps wait to be used.
    package var count: Int { free.count }

    /// Gives an empty heap.
    func take() throws(ModuleError) -> ModuleHeap {
      if let heap = free.popLast() { return heap }
      return try ModuleHeap()
    }

    /// Empties a heap and keeps it for the next image.
    func giveBack(_ heap: ModuleHeap) {
      if heap.reset() { free.append(heap) }
    }
  }
}
