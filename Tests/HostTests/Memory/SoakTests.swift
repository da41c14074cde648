import Glibc
import Testing

@testable import Host

/// The long run: open, use, warn, return, over all pages of the app, again and again, in a process of its own.
///
/// `scripts/soak` makes it long; its figures are then in `$SOAK_REPORT`.
@Suite struct SoakTests {
  private static let rounds =
    getenv("SOAK_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 300

  @Test func `Round after round of open, use, warn and return leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let soak = try Soak()
        defer { soak.close() }
        // Until then allocators, SQLite's caches, the fields' histories and the host's own tables settle.
        try soak.fillHistories()
        for _ in 0..<10 { try soak.turn() }
        let before = try soak.measure()
        let turns = max(0, Self.rounds / soak.kinds.count - 2 * Soak.sample)
        for _ in 0..<turns / 2 { try soak.turn() }
        let middle = try soak.measure()
        for _ in 0..<turns - turns / 2 { try soak.turn() }
        let after = try soak.measure()
        let growth = after.ledger.growth(since: before.ledger)
        let text = """
          \(soak.rounds) rounds over \(soak.kinds.map(\.page).joined(separator: ", "))
          private memory \(before.ledger.privateBytes) -> \(after.ledger.privateBytes) bytes: \
          \(growth.privateBytes), of which \(after.ledger.growth(since: middle.ledger).privateBytes) in the second half
          mappings \(before.ledger.mappings) -> \(after.ledger.mappings), \
          threads \(before.ledger.threads) -> \(after.ledger.threads), \
          descriptors \(before.ledger.descriptors) -> \(after.ledger.descriptors), \
          free keys \(before.ledger.freeKeys) -> \(after.ledger.freeKeys)
          host's tables \(before.tables) -> \(after.tables)

          """
        if let path = getenv("SOAK_REPORT") {
          try AppFixture.write(Array(text.utf8), to: String(cString: path))
        }
        #expect(growth.privateBytes <= 65_536, "\(text)")
        #expect(growth.mappings <= 0, "\(text)")
        #expect(growth.threads <= 0, "\(text)")
        #expect(growth.descriptors == 0 && growth.keys == 0 && growth.handlers == 0, "\(text)")
        #expect(after.tables == before.tables, "\(text)")
      }
    }
  }
}

/// The app, signed in, and one round for each of its pages.
@MainActor private final class Soak {
  /// How one page is reached.
  struct Kind {
    var page: String
    /// The title of its tab; nil: it is shown over the others.
    var tab: String?
  }

  /// How many entries the host's tables have.
  struct Tables: Equatable {
    var controllers: Int
    var instances: Int
    var modules: [String]
    var background: Int
    var requests: Int
    var stored: Int
    var pinned: Int
    var heaps: Int
    /// Pages of which the screen keeps something.
    var kept: Int
  }

  let app: AppFixture
  let kinds: [Kind]

  init() throws {
    let (modules, flow) = try AppFixture.leaves()
    app = try AppFixture(modules, app: flow)
    app.controller.unloaded = nil
    app.controller.start()
    for line in AppFixture.firstLaunch { try app.run(line) }
    for number in 1...12 { try app.run(#"type "New post" "Post \#(number)""#, #"tap "Post""#) }
    let home = try #require(app.controller.navigation.chain.first)
    let tabs = try #require(home.tabs)
    kinds =
      tabs.roots.map { Kind(page: $0.page, tab: $0.title(in: .english)) }
      + modules.filter { page in page != home.page && !tabs.roots.contains { $0.page == page } }
      .map { Kind(page: $0, tab: nil) }
  }

  func close() { app.close() }

  /// How many turns a measure takes.
  static let sample = 10
  private(set) var rounds = 0

  /// One round for each page.
  func turn() throws {
    for kind in kinds { try run(kind) }
  }

  /// What the process and the host have after each of some turns; of private memory, the least.
  ///
  /// What allocators leave unused between blocks differs by some 100 KiB from turn to turn; what has leaked is there in
  /// each of them.
  func measure() throws -> (ledger: ProcessLedger, tables: Tables) {
    var least = Int.max
    for _ in 0..<Self.sample {
      try turn()
      least = min(least, ProcessLedger.now().privateBytes)
    }
    var ledger = ProcessLedger.now()
    ledger.privateBytes = least
    return (ledger, tables)
  }

  /// Changes each field of the tabs as often as a field remembers, so that what they remember grows no more.
  func fillHistories() throws {
    for tab in kinds.compactMap(\.tab) {
      try app.run("tab \"\(tab)\"")
      for change in 0..<FieldHistory.limit { fillFields(with: "text \(change)") }
    }
  }

  private func fillFields(with text: String) {
    for label in ["New post", "Name", "Search", "Account"] {
      guard let field = app.controller.screen.fields(label).first else { continue }
      app.controller.perform(app.controller.screen.type(text, into: field))
    }
  }

  /// Opens a page, uses it, covers it, warns, and returns to it.
  private func run(_ kind: Kind) throws {
    rounds += 1
    if let tab = kind.tab { try app.run("tab \"\(tab)\"") } else { try app.present(kind.page) }
    fillFields(with: "text \(rounds % 100)")
    try app.run("key pageDown", "key tab")
    try app.advance(seconds: 1)
    let before = app.controller.screen.textSnapshot
    try app.present(kind.page == "GuidePage" ? "LoginPage" : "GuidePage")
    let report = try app.warn(.critical)
    try #require(report.stayed.isEmpty && report.unloaded.allSatisfy { $0.pinned == nil })
    try #require(app.controller.modules.count == 1)
    try app.dismiss()
    let after = app.controller.screen.textSnapshot
    // What About shows is what the host is made of, and that has changed.
    if kind.page != "AboutPage" {
      try #require(after == before, "\(kind.page) came back as another")
    }
    if kind.tab == nil { try app.dismiss() }
  }

  var tables: Tables {
    let controller = app.controller
    return Tables(
      controllers: controller.controllers.all.count,
      instances: controller.controllers.all.reduce(0) { $0 + $1.instances.count },
      modules: controller.modules.keys.sorted(), background: controller.background.count,
      requests: controller.requests.count, stored: controller.stored.count,
      pinned: controller.pinned.count, heaps: controller.heaps.count,
      kept: controller.screen.states.count)
  }
}
