import Glibc
import Testing

@testable import Host

/// What an image leaves, counted when it is closed and taken back by its guard.
@Suite struct ModuleImageLeftoversTests {
  /// Opens, enters and closes an image in this process, and gives what the host is told.
  @MainActor private func report(
    _ name: String, detailed: Bool = false, beforeClosing: (ModuleImage) throws -> Void = { _ in }
  ) throws -> UnloadReport {
    let folder = TemporaryFolder()
    let image = try FixtureImage.open(name, in: folder)
    try image.enter()
    try beforeClosing(image)
    return image.close(detailed: detailed)
  }

  @Test @MainActor func `A leak is counted to the byte, block and size`() throws {
    let report = try report("AllocationsImage", detailed: true)
    #expect(report.unmapped)
    #expect(report.heapBlocks == 3)
    #expect(report.heapBytes == 1024 + 114_688 + 64)
    #expect(
      report.sizeClasses == [
        .init(bytes: 64, blocks: 1), .init(bytes: 1024, blocks: 1),
        .init(bytes: 114_688, blocks: 1),
      ])
  }

  @Test @MainActor func `A leaking page in Swift leaks at least its mebibyte, and it comes back`()
    throws
  {
    let report = try report("LeakingImage")
    #expect(report.unmapped)
    #expect(report.heapBytes >= 1 << 20)
  }

  @Test @MainActor func `An ordinary page keeps only what its own runtime keeps`() throws {
    let report = try report("OrdinaryImage")
    #expect(report.unmapped)
    #expect(report.heapBlocks < 120)
    #expect(report.heapBytes < 120 * 1024)
    #expect(report.held == .init())
  }

  @Test @MainActor func `Keys are counted and deleted`() throws {
    #expect(try report("KeysImage").held.keys == 2)
  }

  @Test @MainActor func `Descriptors, streams and folders are counted, those closed again are not`()
    throws
  {
    let report = try report("DescriptorsImage")
    #expect(report.unmapped)
    #expect(report.held.descriptors == 11 + 4 + 1)
  }

  @Test @MainActor func `Mapped areas are counted, with what a hole leaves of one`() throws {
    let report = try report("MappingsImage")
    #expect(report.unmapped)
    #expect(report.held.mappings == 3)
  }

  @Test func `Handlers, alternate stack, timers and alarm are given back`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        signal(SIGUSR1, SIG_IGN)
        let before = ProcessLedger.now().handlers
        let folder = TemporaryFolder()
        let image = try FixtureImage.open("HandlerImage", in: folder)
        try image.enter()
        #expect(image.holdings.handlers == 2)
        #expect(ProcessLedger.now().handlers != before)
        let report = image.close()
        #expect(report.unmapped)
        #expect(report.held.handlers == 2)
        #expect(ProcessLedger.now().handlers == before)
        var stack = stack_t()
        sigaltstack(nil, &stack)
        #expect(stack.ss_flags & Int32(SS_DISABLE) != 0)
        #expect(alarm(0) == 0)
      }
    }
  }

  @Test func `A handler of an image that is gone is not given back`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let before = ProcessLedger.now().handlers
        let folders = [TemporaryFolder(), TemporaryFolder()]
        let images = try folders.map { try FixtureImage.open("HandlerImage", in: $0) }
        for image in images { try image.enter() }
        // The second image's handlers took the place of the first one's.
        for image in images { #expect(image.close().unmapped) }
        #expect(ProcessLedger.now().handlers == before)
      }
    }
  }

  @Test func `Objects of the host's thread end before static ones, in the image's heap`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let folder = TemporaryFolder()
        let image = try FixtureImage.open("ThreadLocalImage", in: folder)
        try image.enter()
        let before = try #require(image.heap).usage
        let report = image.close()
        #expect(report.unmapped)
        #expect(getenv("PAGEHOST_FIXTURE_ORDER").map { String(cString: $0) } == "ts")
        #expect(before.bytes - report.heapBytes >= 2000)
      }
    }
  }

  @Test func `The process's locale is refused, and libc keeps no pointer into the image`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let folder = TemporaryFolder()
        var words = Array("host's words".utf8CString)
        _ = words.withUnsafeMutableBufferPointer { strtok($0.baseAddress, " ") }
        let image = try FixtureImage.open("ProcessStateImage", in: folder)
        try image.enter()
        #expect(image.close().unmapped)
        #expect(getenv("PAGEHOST_FIXTURE_PUT").map { String(cString: $0) } == "by putenv")
        #expect(getenv("PAGEHOST_FIXTURE_EXIT").map { String(cString: $0) } == "ran")
        #expect(
          getenv("PAGEHOST_FIXTURE_ATEXIT").map { String(cString: $0) }
            == "on_exit before, first from within, last")
        // What is documented as left alone.
        #expect(getenv("PAGEHOST_FIXTURE_SET").map { String(cString: $0) } == "by setenv")
        #expect(getcwd(nil, 0).map { String(cString: $0) } == "/")
        // Each of these would read or call what the image had.
        _ = random()
        #expect(strtok(nil, " ").map { String(cString: $0) } == "words")
        perror("written after the image has set a buffer")
      }
    }
  }
}
