import ManifestModel
import Testing

@testable import Host

/// The whole app and fixture pages under random use: every step chosen by a seed, every invariant checked after it.
@MainActor final class Walk {
  /// What a walk ends with when something did not hold.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let seed: UInt64
  /// The steps of the whole walk, which rests at parts of them: with another number it is another walk.
  private let total: Int
  let app: AppFixture
  let network: WalkServices
  let lives: WalkLives
  let asks = WalkAsks()
  var counts = WalkCounts()
  /// Told of each step before it is done.
  var stepping: (@MainActor (String) -> Void)?
  private var chooser: WalkChooser
  private(set) var number = 0
  /// The last steps, as far as a script can say them.
  private var history: [String] = []
  /// Answers, results and reports that were asked for and have not come; each comes once.
  private(set) var outstanding: [String: Int] = [:]
  /// What was wrong outside of a check.
  var fault: String?

  static let modules = [
    "StatePage", "FailingPage", "SlowPage", "TouchPage", "CPage", "LinkPage", "AskingPage",
  ]
  private static let routes = #"""
    { "from": "CPage", "on": "asked", "do": "present", "to": "ChoicePage", "pass": { "ask": "ask" } },
    { "from": "StatePage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } },
    { "from": "ManyPage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } },
    { "from": "FailingPage", "on": "moved", "do": "replace", "to": "CPage" },
    { "from": "TouchPage", "on": "next", "do": "push", "to": "TouchPage", "pass": { "name": "name" } },
    { "from": "TouchPage", "on": "over", "do": "present", "to": "TouchPage", "pass": { "name": "name" } },
    { "from": "TouchPage", "on": "failing", "do": "push", "to": "TouchPage", "pass": { "fail": "fail" } },
    { "from": "TouchPage", "on": "done", "do": "root", "to": "FadingPage", "transition": "cover" },
    \#(PresentingFlow.routes),
    """#

  init(seed: UInt64, total: Int) throws {
    self.seed = seed
    self.total = total
    chooser = WalkChooser(seed: seed)
    let (modules, flow) = try AppFixture.leaves()
    let routes = "\"routes\": ["
    try #require(flow.contains(routes))
    var serving: WalkServices?
    app = try AppFixture(
      modules + Self.modules,
      app: flow.replacing(routes, with: routes + Self.routes), workers: .none
    ) {
      let services = WalkServices($0)
      serving = services
      return services
    }
    network = try #require(serving)
    let controller = app.controller
    lives = WalkLives { [weak controller] number in
      controller?.modules.values.lazy.flatMap(\.instances).first { $0.number == number }?.state
    }
    controller.stack.entered = { [lives] in lives.take($0, $1) }
    lives.ended = { [asks] in asks.end($0) }
    network.logged = { [weak self, asks] text, source in
      asks.take(text, from: source)
      if text.contains("was made to fail") { self?.counts.failures += 1 }
    }
    controller.unloaded = { [weak self] module, report in
      guard !report.unmapped || report.pinned != nil else { return }
      self?.fault = "\(module) was not unmapped: \(report.pinned ?? "no reason")"
    }
    // The library for XML stays once it was needed.
    _ = XMLReader.read(Array("<a/>".utf8), encoding: "")
    controller.start()
    try settle()
  }

  func close() { app.close() }

  /// Pages whose state was made to fail or to come late since the last rest, so that they may stay.
  var withoutState: Set<String> = []
  /// Whether the last step was followed by a rest.
  private var wasAtRest = false
  /// Modules whose files are not where they belong.
  var away: Set<String> = []
  /// What was there after the last step, to see what is new after the next.
  private var lastPassage: Passage?
  private var lastHeld = 0

  // MARK: Walking

  /// The whole walk, with a rest after its first quarter, half-way through the others, and at its end.
  /// - Parameter atRest: Told of each rest, by its number from 0.
  func walk(_ atRest: (Int) throws -> Void = { _ in }) throws {
    let first = total / 4
    let second = (total - first) / 2
    for (part, steps) in [first, second, total - first - second].enumerated() {
      try walk(steps)
      try rest()
      try atRest(part)
    }
  }

  /// Goes on by some steps; each is followed by a whole rest, by a few turns of the loop, or by none.
  private func walk(_ steps: Int) throws {
    app.controller.transitions = .animated
    for _ in 0..<steps {
      number += 1
      let step = chooser.step(
        on: app.controller.screen, depth: app.controller.navigation.all.count,
        isSignedIn: network.account != nil)
      let turns = [0, 1, 2, 3, 5, nil, nil, nil, nil, nil][chooser.number(10)]
      history.append("\(step)" + (turns.map { "  # then \($0) turns" } ?? ""))
      if history.count > 20 { history.removeFirst() }
      stepping?("\(step)")
      perform(step)
      if let turns {
        for _ in 0..<turns { app.loop.turn(wait: false) }
      } else {
        try settle()
      }
      try check(atRest: turns == nil)
      count()
      // What was on screen when it came, and was covered by what had begun before, is not meant.
      if case .warn = step, wasAtRest, turns == nil, let words = warningViolation {
        throw fault(words)
      }
      wasAtRest = turns == nil
    }
  }

  /// Notes what has happened since the last step.
  private func count() {
    let passage = app.controller.navigation.passage
    if let passage, passage !== lastPassage { counts.transitions += 1 }
    lastPassage = passage
    let held = app.controller.answerPlan?.heldCalls.count ?? 0
    counts.heldAnswers += max(0, held - lastHeld)
    lastHeld = held
    counts.results = asks.results
    counts.cancelled = asks.cancelled
    counts.errors = asks.errors
    counts.endings = lives.endings
    counts.returns = lives.returns
    counts.touches = lives.touches
  }

  /// Ends everything that is under way, signs out, and sees that nothing is left but the first page.
  private func rest() throws {
    history.append("# rest")
    for module in away.sorted() { toggle(module) }
    takeBackPlans()
    app.controller.transitions = .none
    for _ in 0..<4 {
      app.controller.answerPlan?.release()
      while network.openFetches > 0 { network.answerOldest(fails: true) }
      app.clock.advance(by: 31_000_000_000)
      try settle()
    }
    app.controller.signOut()
    try settle()
    try check(atRest: true)
    if let words = remains { throw fault(words) }
    withoutState.removeAll()
  }

  private func takeBackPlans() {
    guard let plan = app.controller.answerPlan else { return }
    for controller in app.controller.controllers.all {
      for name in AnswerPlan.calls + controller.page.actions.map(\.signature.name) {
        plan.fail(.init(controller.name, name), times: 0)
        plan.delay(.init(controller.name, name), times: 0)
      }
    }
  }

  /// Ends every job and completion; neither timers nor transitions are waited for.
  private func settle() throws {
    guard app.loop.settle() else { throw fault("the app does not come to rest") }
  }

  private func check(atRest: Bool) throws {
    if let words = lives.fault ?? asks.fault ?? fault ?? violation(atRest: atRest) {
      throw fault(words)
    }
    lives.forgetEnded()
  }

  func fault(_ words: String) -> Fault {
    Fault(
      description: """
        seed \(seed), step \(number): \(words)
        the last steps:
        \(history.joined(separator: "\n"))
        again: scripts/walk \(total) \(seed)
        """)
  }

  // MARK: Answers

  /// Notes that something is asked for; the returned function is to be called when it comes.
  func expectOne(_ what: String) -> @MainActor () -> Void {
    outstanding[what, default: 0] += 1
    var hasCome = false
    return { [weak self] in
      guard let self else { return }
      if hasCome { fault = "\(what) came twice" }
      hasCome = true
      outstanding[what, default: 0] -= 1
    }
  }
}
