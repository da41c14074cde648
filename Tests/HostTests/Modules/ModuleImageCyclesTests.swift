import Glibc
import Testing

@testable import Host

/// Opening, entering and closing an image again and again.
///
/// Each runs in a process of its own, whose ledger nobody else writes to.
@Suite struct ModuleImageCyclesTests {
  static let images: [String] = [
    "OrdinaryImage", "LeakingImage", "KeysImage", "ThreadLocalImage", "HandlerImage",
    "DescriptorsImage", "MappingsImage", "AllocationsImage", "PlainImage",
  ]

  @Test("Cycle after cycle of an image leaves nothing in the process", arguments: images)
  func cycles(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      try await MainActor.run {
        let folder = TemporaryFolder()
        let heaps = ModuleHeap.Pool()
        let path = try FixtureImage.store(name, in: folder)
        var ledgers: [ProcessLedger] = [.now()]
        for cycle in 1...240 {
          let image = try ModuleImage.open(path, heaps: heaps)
          try image.enter()
          let report = image.close()
          guard report.unmapped, report.pinned == nil else { fatalError("\(report)") }
          if cycle % 60 == 0 { ledgers.append(.now()) }
        }
        let growths = zip(ledgers.dropFirst(2), ledgers.dropFirst()).map { $0.growth(since: $1) }
        // A leak shows in every stretch; what the test's own process does once shows in one.
        #expect(growths.contains { $0.privateBytes <= 4096 }, "\(growths)")
        let isSame = growths.allSatisfy {
          $0.threads <= 0 && $0.descriptors == 0 && $0.keys == 0 && $0.handlers == 0
        }
        #expect(isSame, "\(growths)")
        #expect(growths.contains { $0.mappings <= 0 }, "\(growths)")
        #expect(heaps.count == 1)
      }
    }
  }

  /// libc uses a place in its table of `atexit` again only when every newer one is free, which here none ever is.
  @Test func `Case 1: images that overlap leave nothing in the process`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let folder = TemporaryFolder()
        let heaps = ModuleHeap.Pool()
        let paths = try ["OrdinaryImage", "ThreadLocalImage"].map {
          try FixtureImage.store($0, in: folder)
        }
        var newer = try ModuleImage.open(paths[0], heaps: heaps)
        var ledgers: [ProcessLedger] = [.now()]
        for cycle in 1...1_000 {
          let older = newer
          newer = try ModuleImage.open(paths[cycle % 2], heaps: heaps)
          try newer.enter()
          guard older.close().unmapped else { fatalError("\(cycle)") }
          if cycle % 250 == 0 { ledgers.append(.now()) }
        }
        let growths = zip(ledgers.dropFirst(2), ledgers.dropFirst()).map { $0.growth(since: $1) }
        #expect(growths.contains { $0.privateBytes <= 4096 }, "\(growths)")
      }
    }
  }

  @Test func `More cycles than the process has keys make as many keys`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let folder = TemporaryFolder()
        let heaps = ModuleHeap.Pool()
        let path = try FixtureImage.store("KeysImage", in: folder)
        for _ in 0..<600 {
          let image = try ModuleImage.open(path, heaps: heaps)
          try image.enter()
          #expect(image.close().held.keys == 2)
        }
      }
    }
  }
}
