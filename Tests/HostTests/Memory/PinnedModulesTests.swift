import Glibc
import Testing

@testable import Host

/// Modules that stay mapped, opened and left again and again, in a process of its own.
@Suite struct PinnedModulesTests {
  @Test func `Modules that stay mapped take nothing more, however often they come and go`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let rounds = try PinnedRounds()
        defer { rounds.app.close() }
        for _ in 0..<40 { try rounds.turn() }
        let before = try rounds.measure()
        for _ in 0..<200 { try rounds.turn() }
        let after = try rounds.measure()
        let growth = after.ledger.growth(since: before.ledger)
        #expect(growth.privateBytes <= 65_536, "\(growth)")
        #expect(growth.mappings <= 0 && growth.threads <= 0, "\(growth)")
        #expect(growth.descriptors == 0 && growth.keys == 0 && growth.handlers == 0, "\(growth)")
        #expect(after.modules == before.modules)
        #expect(after.timers == before.timers)
      }
    }
  }
}

/// An app of modules that cannot be unmapped, one of them for its thread.
@MainActor private final class PinnedRounds {
  private static let pages = ["NoDeletePage", "UniquePage", "ThreadPage"]

  let app: AppFixture

  init() throws {
    app = try AppFixture(["CPage"] + Self.pages)
    // What closing gives would be kept.
    app.controller.unloaded = nil
    try app.start()
    try app.run("open ThreadPage")
    try #require(try app.call("thread.start", .boolean(true))?.status == .ok)
    try app.run("back")
  }

  /// Opens and leaves each page, and lets the images be tried again.
  func turn() throws {
    for page in Self.pages { try app.run("open \(page)", "back") }
    try app.advance(seconds: 1)
    _ = try app.warn(.critical)
    try #require(app.controller.pinned.count == Self.pages.count)
  }

  /// What there is after each of some turns: of private memory, the least.
  func measure() throws -> (ledger: ProcessLedger, modules: Set<ObjectIdentifier>, timers: Int) {
    var least = Int.max
    for _ in 0..<10 {
      try turn()
      least = min(least, ProcessLedger.now().privateBytes)
    }
    var ledger = ProcessLedger.now()
    ledger.privateBytes = least
    return (
      ledger, Set(app.controller.pinned.map { ObjectIdentifier($0.module) }), app.loop.pendingTimers
    )
  }
}
