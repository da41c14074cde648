import Testing

@testable import Host

/// Two pages that take each other's place, again and again, in a process of their own.
@Suite struct SwitchingTests {
  @Test func `Case 22: a thousand switches keep objects constant and memory flat`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let pages = try TwoPages()
        defer { pages.close() }
        // Until then allocators and the host's own tables settle.
        try pages.switchThereAndBack(100)
        let (objects, ledger) = (pages.objects, ProcessLedger.now())
        try pages.switchThereAndBack(500)
        let growth = ProcessLedger.now().growth(since: ledger)
        #expect(pages.objects == objects)
        #expect(pages.unloads == 1_200)
        #expect(growth.privateBytes <= 65_536, "\(growth)")
        #expect(growth.mappings <= 0 && growth.threads <= 0, "\(growth)")
        #expect(growth.descriptors == 0 && growth.keys == 0 && growth.handlers == 0, "\(growth)")
      }
    }
  }
}

/// An app of a page in Swift and one in C.
@MainActor private final class TwoPages {
  private let app: AppFixture
  private(set) var unloads = 0

  init() throws {
    app = try AppFixture(["StatePage", "CPage"], app: #""start": [{ "open": "StatePage" }]"#)
    try app.start()
    app.controller.unloaded = { [weak self] _, report in
      #expect(report.unmapped && report.pinned == nil)
      self?.unloads += 1
    }
  }

  func close() { app.close() }

  func switchThereAndBack(_ times: Int) throws {
    for _ in 0..<times {
      try switchOver("CPage", from: "StatePage")
      try switchOver("StatePage", from: "CPage")
    }
  }

  private func switchOver(_ page: String, from other: String) throws {
    app.controller.navigation.request(.root(.init(page)))
    try app.drive.settle()
    let state = try app.state(other)
    try #require(app.stack == [page] && state == .listed)
  }

  /// How many things of each kind the host holds.
  var objects: [Int] {
    let controller = app.controller
    return [
      controller.controllers.all.count, controller.modules.count,
      controller.controllers.all.reduce(0) { $0 + $1.instances.count },
      controller.navigation.all.count, controller.screen.states.count,
      controller.background.count, controller.requests.count, controller.pinned.count,
      controller.stored.count, controller.heaps.count, app.loop.pendingWork,
    ]
  }
}
