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
        for round in 0..<20 * soak.kinds.count { try soak.run(round) }
        let (ledger, tables) = (ProcessLedger.now(), soak.tables)
        var middle = ledger
        // Two halves of whole turns over the pages: each ends where it began.
        let turn = 2 * soak.kinds.count
        let rounds = (Self.rounds + turn - 1) / turn * turn
        for round in 0..<rounds {
          try soak.run(round)
          if round + 1 == rounds / 2 { middle = .now() }
        }
        let after = ProcessLedger.now()
        let growth = after.growth(since: ledger)
        let text = """
          \(rounds) rounds over \(soak.kinds.map(\.page).joined(separator: ", "))
          private memory \(ledger.privateBytes) -> \(after.privateBytes) bytes: \(growth.privateBytes), \
          of which \(after.growth(since: middle).privateBytes) in the second half
          mappings \(ledger.mappings) -> \(after.mappings), threads \(ledger.threads) -> \(after.threads), \
          descriptors \(ledger.descriptors) -> \(after.descriptors), \
          free keys \(ledger.freeKeys) -> \(after.freeKeys)
          host's tables \(tables) -> \(soak.tables)

          """
        if let path = getenv("SOAK_REPORT") {
          try AppFixture.write(Array(text.utf8), to: String(cString: path))
        }
        #expect(growth.privateBytes <= 65_536, "\(text)")
        #expect(growth.mappings <= 0, "\(text)")
        #expect(growth.threads <= 0, "\(text)")
        #expect(growth.descriptors == 0 && growth.keys == 0 && growth.handlers == 0, "\(text)")
        #expect(soak.tables == tables, "\(text)")
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
    try app.run(
      #"tap "Next""#, #"tap "Next""#, #"tap "Get started""#, #"type "Account" "ada""#,
      #"type "Password" "correct horse""#, #"tap "Create account""#)
    for number in 1...12 { try app.run(#"type "New post" "Post \#(number)""#, #"tap "Post""#) }
    let home = try #require(app.controller.navigation.chain.first)
    let tabs = try #require(home.tabs)
    kinds =
      tabs.roots.map { Kind(page: $0.page, tab: $0.title(in: .english)) }
      + modules.filter { page in page != home.page && !tabs.roots.contains { $0.page == page } }
      .map { Kind(page: $0, tab: nil) }
  }

  func close() { app.close() }

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
  func run(_ round: Int) throws {
    let kind = kinds[round % kinds.count]
    if let tab = kind.tab { try app.run("tab \"\(tab)\"") } else { try app.present(kind.page) }
    fillFields(with: "text \(round % 100)")
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
