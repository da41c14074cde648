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
    // Until the first rest allocators, caches, histories of fields and the host's own tables settle.
    var rests: [(ledger: ProcessLedger, tables: WalkTables)] = []
    try walk.walk { _ in rests.append((ProcessLedger.now(), WalkTables(walk.app.controller))) }
    let (before, middle, after) = (rests[0], rests[1], rests[2])
    let growth = after.ledger.growth(since: before.ledger)
    let text = """
      seed \(seed): \(steps) steps, \(walk.lives.entries) entries into \(walk.lives.endings) pages, \
      digest \(String(walk.lives.digest, radix: 16))
      \(walk.counts)
      private memory \(before.ledger.privateBytes) -> \(after.ledger.privateBytes) bytes: \
      \(growth.privateBytes), of which \(after.ledger.growth(since: middle.ledger).privateBytes) in the second half
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
    #expect(growth.mappings <= 0 && growth.threads <= 0 && growth.descriptors == 0, "\(text)")
    #expect(growth.keys == 0 && growth.handlers == 0, "\(text)")
    #expect(after.tables == before.tables, "\(text)")
    // A walk in which nothing happens finds nothing.
    #expect(walk.counts.missing(in: steps).isEmpty, "\(text)")
  }

  @Test func `A walk in which too little happens is no proof`() {
    #expect(WalkCounts().missing(in: 999).isEmpty)
    // Of what is seldom, nothing may be in so few.
    #expect(WalkCounts().missing(in: 1_000).count == 10)
    #expect(WalkCounts().missing(in: 2_000).count == 11)
    var counts = WalkCounts()
    counts.transitions = 39
    #expect(counts.missing(in: 2_000).contains("transitions: 39, of at least 40"))
    counts.transitions = 40
    #expect(counts.missing(in: 2_000).count == 10)
  }

  @Test func `The command that a fault names does the same again`() async {
    await #expect(processExitsWith: .success) {
      // As scripts/walk sets it: the pages of a second walk have runtimes of their own.
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      try await MainActor.run {
        let first = try Self.trace(seed: 11, steps: 240)
        #expect(try Self.trace(seed: 11, steps: 240).differs(from: first) == nil)
        // With another seed, or another number of steps, of which it rests at parts, it is another walk.
        #expect(try Self.trace(seed: 12, steps: 240).differs(from: first) != nil)
        #expect(try Self.trace(seed: 11, steps: 200).differs(from: first) == 50)
      }
    }
  }

  /// Each step of a walk with what pages had been entered for before it.
  @MainActor private static func trace(seed: UInt64, steps: Int) throws -> WalkTrace {
    let walk = try Walk(seed: seed, total: steps)
    defer { walk.close() }
    var trace = WalkTrace()
    walk.stepping = { [lives = walk.lives] in trace.steps.append("\($0) after \(lives.digest)") }
    try walk.walk()
    #expect(walk.fault("").description.hasSuffix("again: scripts/walk \(steps) \(seed)"))
    #expect(trace.steps.count == steps)
    return trace
  }
}

/// What one walk did.
private struct WalkTrace {
  var steps: [String] = []

  /// The first step at which two walks part; nil when they are the same.
  func differs(from other: WalkTrace) -> Int? {
    zip(steps, other.steps).enumerated().first { $1.0 != $1.1 }?.offset
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
