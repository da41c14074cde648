import Glibc
import HostC
import PageABI
import Testing

@testable import Host

/// The calls that an image makes of its heap.
@Suite @MainActor struct ModuleHeapTests {
  private let heap: OpaquePointer
  private let calls: page_heap

  init() throws {
    heap = try #require(hostc_heap_create())
    calls = hostc_heap_interface(heap).pointee
    hostc_heap_adopt_thread()
  }

  private func allocate(_ size: Int, alignment: Int = 0, zeroed: Bool = false) throws
    -> UnsafeMutableRawPointer
  {
    try #require(calls.allocate(calls.context, size, alignment, zeroed))
  }

  private var blocks: Int { hostc_heap_measure(heap).blocks }

  @Test(arguments: [0, 1, 16, 100, 4096, 100_000, 10 << 20])
  func `A block is of the heap, can be written, and is counted until it is freed`(_ size: Int)
    throws
  {
    let block = try allocate(size)
    #expect(hostc_heap_contains(block))
    #expect(calls.usable_size(calls.context, block) >= size)
    memset(block, 1, size)
    #expect(blocks == 1)
    #expect(hostc_heap_measure(heap).bytes == calls.usable_size(calls.context, block))
    calls.release(calls.context, block)
    #expect(blocks == 0)
    #expect(hostc_heap_measure(heap).bytes == 0)
  }

  @Test(arguments: [32, 64, 4096, 2 << 20])
  func `Alignment is kept, and zeroed means zeroed`(_ alignment: Int) throws {
    for _ in 0..<10 {
      let block = try allocate(1000, alignment: alignment, zeroed: true)
      #expect(UInt(bitPattern: block) % UInt(alignment) == 0)
      #expect(UnsafeRawBufferPointer(start: block, count: 1000).allSatisfy { $0 == 0 })
      memset(block, 255, 1000)
      calls.release(calls.context, block)
    }
  }

  @Test func `What cannot be had is null, with errno`() throws {
    errno = 0
    #expect(calls.allocate(calls.context, Int.max, 0, false) == nil)
    #expect(errno == ENOMEM)
    let block = try allocate(10)
    #expect(calls.reallocate(calls.context, block, Int.max) == nil)
    calls.release(calls.context, block)
  }

  @Test(arguments: [10, 1000, 1 << 20])
  func `A block of malloc's can be freed, measured and grown, and never becomes the heap's`(
    _ size: Int
  ) throws {
    let first = try #require(malloc(size))
    #expect(!hostc_heap_contains(first))
    #expect(calls.usable_size(calls.context, first) >= size)
    memset(first, 7, size)
    let grown = try #require(calls.reallocate(calls.context, first, size * 3))
    #expect(hostc_heap_contains(grown))
    #expect(UnsafeRawBufferPointer(start: grown, count: size).allSatisfy { $0 == 7 })
    #expect(blocks == 1)
    calls.release(calls.context, try #require(malloc(size)))
    for _ in 0..<100 { #expect(hostc_heap_contains(try allocate(size))) }
  }

  @Test func `Threads allocate and free each other's blocks`() async throws {
    // The table is immutable, and jemalloc's calls may be made on any thread.
    nonisolated(unsafe) let calls = self.calls
    let kept = try (0..<1000).map { try allocate($0 + 1) }.map { UInt(bitPattern: $0) }
    await withTaskGroup(of: Void.self) { group in
      for start in stride(from: 0, to: 1000, by: 250) {
        group.addTask {
          for i in start..<start + 250 {
            guard let old = UnsafeMutableRawPointer(bitPattern: kept[i]) else { return }
            calls.release(calls.context, old)
            let block = calls.allocate(calls.context, i, 0, true)
            guard let block, let grown = calls.reallocate(calls.context, block, i * 2) else {
              return
            }
            calls.release(calls.context, grown)
          }
        }
      }
    }
    #expect(blocks == 0)
  }

  @Test func `A reset forgets every block and the heap serves again`() throws {
    for _ in 0..<3 {
      for size in 0..<2000 { memset(try allocate(size * 7), 1, size * 7) }
      #expect(blocks == 2000)
      #expect(hostc_heap_reset(heap))
      #expect(hostc_heap_measure(heap).bytes == 0)
      #expect(blocks == 0)
    }
  }
}
