import Glibc
import Testing

@testable import Host

/// Opening, entering and closing an image again and again. Each runs in a process of its own, whose ledger nobody else
/// writes to.
@Suite struct ModuleImageCyclesTests {
  static let images: [String] = [
    "OrdinaryImage", "LeakingImage", "KeysImage", "ThreadLocalImage", "HandlerImage",
    "DescriptorsImage", "MappingsImage", "AllocationsImage", "PlainImage",
  ]

  @Test("200 cycles of an image leave nothing in the process", arguments: images)
  func cycles(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      try await MainActor.run {
        let folder = TemporaryFolder()
        let heaps = ModuleHeap.Pool()
        var early = ProcessLedger()
        for cycle in 0..<200 {
          if cycle == 50 { early = .now() }
          let image = try FixtureImage.open(name, in: folder, heaps: heaps)
          try image.enter()
          let report = image.close()
          guard report.unmapped, report.pinned == nil else { fatalError("\(report)") }
        }
        let growth = ProcessLedger.now().growth(since: early)
        #expect(growth.privateBytes <= 16 * 1024)
        #expect(growth.mappings <= 0)
        #expect(growth.threads == 0)
        #expect(growth.descriptors == 0)
        #expect(growth.keys == 0)
        #expect(growth.handlers == 0)
        #expect(heaps.count == 1)
      }
    }
  }

  @Test func `More cycles than the process has keys make as many keys`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let folder = TemporaryFolder()
        let heaps = ModuleHeap.Pool()
        for _ in 0..<600 {
          let image = try FixtureImage.open("KeysImage", in: folder, heaps: heaps)
          try image.enter()
          #expect(image.close().held.keys == 2)
        }
      }
    }
  }
}
