import Glibc
import Testing

@testable import Host

/// Random use of the whole app, in a process of its own.
///
/// `scripts/walk` makes it long: `$WALK_STEPS` steps by `$WALK_SEED`, the figures in `$WALK_REPORT`.
@Suite struct WalkTests {
  private nonisolated static func setting(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static let seeds: [UInt64] =
    setting("WALK_SEED").flatMap { UInt64($0) }.map { [$0] } ?? [1, 2, 3]

  @Test(arguments: seeds)
  func `After each step of a random walk every invariant holds, and at its end nothing is left`(
    _ seed: UInt64
  ) async {
    await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
      let steps = Self.setting("WALK_STEPS").flatMap { Int($0) } ?? 1_000
      await MainActor.run {
        do {
          try Self.walk(seed, steps)
        } catch {
          // An error that leaves the body would end the process without being told.
          Issue.record(error)
        }
      }
    }
  }

  @MainActor private static func walk(_ seed: UInt64, _ steps: Int) throws {
    let walk = try Walk(seed: seed, total: steps)
    defer { walk.close() }
    // Until then allocators, caches, histories of fields and the host's own tables settle.
    try walk.walk(steps / 4)
    try walk.rest()
    let before = (ledger: ProcessLedger.now(), tables: WalkTables(walk.app.controller))
    let half = (steps - steps / 4) / 2
    try walk.walk(half)
    try walk.rest()
    let middle = ProcessLedger.now()
    try walk.walk(steps - steps / 4 - half)
    try walk.rest()
    let after = (ledger: ProcessLedger.now(), tables: WalkTables(walk.app.controller))
    let growth = after.ledger.growth(since: before.ledger)
    let text = """
      seed \(seed): \(steps) steps, \(walk.lives.entries) entries into \(walk.lives.endings) pages, \
      digest \(String(walk.lives.digest, radix: 16))
      private memory \(before.ledger.privateBytes) -> \(after.ledger.privateBytes) bytes: \
      \(growth.privateBytes), of which \(after.ledger.growth(since: middle).privateBytes) in the second half
      mappings \(before.ledger.mappings) -> \(after.ledger.mappings), \
      threads \(before.ledger.threads) -> \(after.ledger.threads), \
      descriptors \(before.ledger.descriptors) -> \(after.ledger.descriptors), \
      free keys \(before.ledger.freeKeys) -> \(after.ledger.freeKeys)
      host's tables \(before.tables) -> \(after.tables)

      """
    if let path = Self.setting("WALK_REPORT") {
      try AppFixture.write(Array(text.utf8), to: path)
    }
    // A long walk has used everything before it is measured; after that nothing is added but what allocators keep.
    #expect(growth.privateBytes <= (steps < 20_000 ? 1 << 21 : 1 << 19), "\(text)")
    #expect(growth.threads <= 0 && growth.descriptors == 0, "\(text)")
    #expect(growth.keys == 0 && growth.handlers == 0, "\(text)")
    #expect(after.tables == before.tables, "\(text)")
  }
}

/// How many entries the host's tables have.
@MainActor private struct WalkTables: Equatable {
  var controllers: Int
  var modules: Int
  var requests: Int
  /// Pages of which the screen keeps something.
  var kept: Int
  var timers: Int

  init(_ controller: MainController) {
    controllers = controller.controllers.count
    modules = controller.modules.count
    requests = controller.requests.count
    kept = controller.screen.states.count
    timers = controller.loop.pendingTimers
  }
}
