import Glibc
import PageABI
import Testing

@testable import Host

/// Images that cannot be unmapped keep mapping and heap, and say why.
@Suite @MainActor struct ModuleImagePinsTests {
  @Test(arguments: [
    ("NoDeleteImage", "NODELETE"), ("UniqueImage", "page_unique"),
    ("SharedRuntimeImage", "-static-stdlib"), ("PlainKeysImage", "pthread_key_create"),
  ])
  func `A lasting reason is told in words and never ends`(_ name: String, _ words: String) throws {
    let folder = TemporaryFolder()
    let image = try FixtureImage.open(name, in: folder)
    try image.enter()
    for _ in 0..<2 {
      let report = image.retryClose()
      #expect(!report.unmapped)
      #expect(!report.retries)
      #expect(report.pinned?.contains(words) == true)
      #expect(report.pinned == image.pin)
    }
    // It is still mapped, so it can be entered again.
    image.resume()
    #expect(image.state == .open)
    try image.enter()
  }

  @Test func `An image is not unmapped under its threads, but once they have ended`() throws {
    let folder = TemporaryFolder()
    let heaps = ModuleHeap.Pool()
    let image = try FixtureImage.open("ThreadImage", in: folder, heaps: heaps)
    let module = try #require(try image.enter())

    let both = image.close()
    #expect(!both.unmapped)
    #expect(both.retries)
    #expect(both.held.threads == 2)
    #expect(both.pinned == "2 threads of its own still run")
    #expect(heaps.count == 0, "its heap is kept")

    module.pointee.turn?()
    var one = image.retryClose()
    for _ in 0..<100_000 where one.held.threads == 2 {
      sched_yield()
      one = image.retryClose()
    }
    #expect(one.pinned == "1 thread of its own still runs")

    module.pointee.close?()
    var none = image.retryClose()
    for _ in 0..<100_000 where !none.unmapped {
      sched_yield()
      none = image.retryClose()
    }
    #expect(none.unmapped)
    #expect(image.state == .closed)
    #expect(heaps.count == 1)
  }

  @Test func `Tasks without the host's executors pin by Dispatch's threads`() throws {
    let folder = TemporaryFolder()
    let image = try FixtureImage.open("AsyncImage", in: folder)
    try image.enter()
    let report = image.close()
    #expect(!report.unmapped)
    #expect(report.retries)
    #expect(report.held.threads > 0)
    #expect(report.pinned?.contains("of its own still run") == true)
  }

  @Test func `A process that ends with threads in a pinned image ends well`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let image = try FixtureImage.open("ThreadImage", in: TemporaryFolder())
        try image.enter()
        #expect(!image.close().unmapped)
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test
  func `A process that ends while a thread of an image registers what to do at its end ends well`()
    async
  {
    // Two in three ended by a signal when the list of what to do had no lock.
    for _ in 0..<4 {
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          try FixtureImage.open("ExitsImage", in: TemporaryFolder()).enter()
          exit(EXIT_SUCCESS)
        }
      }
    }
  }

  @Test func `A plain image that leaves nothing is unmapped, and has no heap`() throws {
    let folder = TemporaryFolder()
    let heaps = ModuleHeap.Pool()
    let image = try FixtureImage.open("PlainImage", in: folder, heaps: heaps)
    #expect(image.heap == nil)
    #expect(heaps.count == 1)
    try image.enter()
    let report = image.close()
    #expect(report == UnloadReport(unmapped: true))
  }
}
