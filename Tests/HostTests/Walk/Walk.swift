import Glibc
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
  private var chooser: WalkChooser
  private(set) var number = 0
  /// The last steps, as far as a script can say them.
  private var history: [String] = []
  /// Answers, results and reports that were asked for and have not come; each comes once.
  private(set) var outstanding: [String: Int] = [:]
  /// What was wrong outside of a check.
  private var fault: String?

  static let modules = [
    "StatePage", "FailingPage", "SlowPage", "TouchPage", "CPage", "LinkPage",
  ]
  private static let routes = """
    { "from": "StatePage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } },
    { "from": "ManyPage", "on": "deeper", "do": "push", "to": "ManyPage", "pass": { "number": "number" } },
    { "from": "FailingPage", "on": "moved", "do": "replace", "to": "CPage" },
    { "from": "TouchPage", "on": "next", "do": "push", "to": "TouchPage", "pass": { "name": "name" } },
    { "from": "TouchPage", "on": "over", "do": "present", "to": "TouchPage", "pass": { "name": "name" } },
    { "from": "TouchPage", "on": "failing", "do": "push", "to": "TouchPage", "pass": { "fail": "fail" } },
    { "from": "TouchPage", "on": "done", "do": "root", "to": "FadingPage", "transition": "cover" },
    """

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
  private(set) var withoutState: Set<String> = []
  /// Whether the last step was followed by a rest.
  private var wasAtRest = false
  /// Modules whose files are not where they belong.
  private var away: Set<String> = []

  // MARK: Walking

  /// Goes on by some steps; each is followed by a whole rest, by a few turns of the loop, or by none.
  func walk(_ steps: Int) throws {
    for _ in 0..<steps {
      number += 1
      let step = chooser.step(
        on: app.controller.screen, depth: app.controller.navigation.all.count,
        isSignedIn: network.account != nil)
      let turns = [0, 1, 2, 3, 5, nil, nil, nil, nil, nil][chooser.number(10)]
      history.append("\(step)" + (turns.map { "  # then \($0) turns" } ?? ""))
      if history.count > 20 { history.removeFirst() }
      perform(step)
      if let turns {
        for _ in 0..<turns { app.loop.turn(wait: false) }
      } else {
        try settle()
      }
      try check(atRest: turns == nil)
      // What was on screen when it came, and was covered by what had begun before, is not meant.
      if case .warn = step, wasAtRest, turns == nil, let words = warningViolation {
        throw fault(words)
      }
      wasAtRest = turns == nil
    }
  }

  /// Ends everything that is under way, signs out, and sees that nothing is left but the first page.
  func rest() throws {
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
    if let words = lives.fault ?? fault ?? violation(atRest: atRest) { throw fault(words) }
    lives.forgetEnded()
  }

  private func fault(_ words: String) -> Fault {
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
  private func expectOne(_ what: String) -> @MainActor () -> Void {
    outstanding[what, default: 0] += 1
    var hasCome = false
    return { [weak self] in
      guard let self else { return }
      if hasCome { fault = "\(what) came twice" }
      hasCome = true
      outstanding[what, default: 0] -= 1
    }
  }

  // MARK: Steps

  private func perform(_ step: WalkStep) {
    let controller = app.controller
    let navigation = controller.navigation
    switch step {
    case .go(let way, let page, let texts): go(way, page, texts)
    case .presentForTop(let page):
      let come = expectOne("the result of a presented page")
      let presenter = navigation.top?.instance
      navigation.request(.present(.init(page), .init(by: presenter) { _ in come() }))
    case .back: controller.perform(.back)
    case .popTo(let page): navigation.request(.popTo(page))
    case .popToRoot: navigation.request(.popToRoot)
    case .dismiss: navigation.request(.dismiss(.cancelled))
    case .tab(let index): navigation.request(.tab(index))
    case .tap(let index): useTarget(index) { controller.screen.tap($0) }
    case .type(let index, let text): useTarget(index) { controller.screen.type(text, into: $0) }
    case .key(let name): if let key = Key(name: name) { controller.handle(.key(key)) }
    case .paste(let text): controller.handle(.paste(text))
    case .touch(let x, let y, let phase):
      controller.handle(.mouse(x: x, y: y, button: .left, phase: phase))
    case .resize(let width, let height): controller.handle(.resize(width: width, height: height))
    case .warn(let level):
      let come = expectOne("the report of a warning")
      controller.warn(level) { _ in come() }
    case .transition(let isOn): controller.transitions = isOn ? .animated : .none
    case .advance(let milliseconds): app.clock.advance(by: milliseconds * 1_000_000)
    case .fail(let call, let times):
      if call.name == "saveState" { withoutState.insert(call.page) }
      controller.makeAnswerPlan().fail(call, times: times)
    case .delay(let call, let times):
      if call.name == "saveState" { withoutState.insert(call.page) }
      controller.makeAnswerPlan().delay(call, times: times)
    case .release: controller.answerPlan?.release()
    case .call(let name, let values):
      let come = expectOne("the answer to \(name)")
      controller.dispatcher.call(name, values) { _ in come() }
    case .answerFetch(let fails): network.answerOldest(fails: fails)
    case .addFeed(let address): fill(["Feed address": address], button: "Add feed")
    case .signIn(let account):
      guard navigation.top?.page == "LoginPage" else {
        return navigation.request(.root(.init("LoginPage")))
      }
      for button in ["Sign in", "Create account"] {
        fill(["Account": account, "Password": "correct horse"], button: button)
      }
    case .signOut:
      controller.signOut()
      if let page = controller.controllers.all.first(where: { !$0.savedState.isEmpty }) {
        fault = "the state of \(page.name) outlives the sign-out"
      }
      if !(navigation.stack + controller.background).isEmpty || !navigation.presented.isEmpty {
        let start = navigation.all.map(\.page)
        if start != ["LoginPage"], start != ["GuidePage"] {
          fault = "\(start) outlive the sign-out"
        }
      }
    case .toggleModule(let module): toggle(module)
    }
  }

  /// Takes the file of a module away, or puts it back.
  private func toggle(_ module: String) {
    let path = app.path(of: module)
    let isAway = away.remove(module) != nil
    if !isAway { away.insert(module) }
    guard rename(isAway ? path + ".away" : path, isAway ? path : path + ".away") == 0 else {
      fault = "the file of \(module) cannot be moved"
      return
    }
    app.controller.refreshModules()
  }

  private func go(_ way: WalkStep.Way, _ page: String, _ texts: [String: String]) {
    // Of a page that is away now nobody knows which arguments it takes.
    let arguments = (try? app.controller.arguments(texts, of: page)) ?? [:]
    let target = Navigation.Target(page, arguments)
    let navigation = app.controller.navigation
    switch way {
    case .open: app.controller.open(page, arguments)
    case .root: navigation.request(.root(target))
    case .replace: navigation.request(.replace(target))
    case .present:
      let come = expectOne("the result of a presented page")
      navigation.request(.present(target, .init(by: nil) { _ in come() }))
    }
  }

  /// Uses a control as a person can, not what is not shown yet, and no transition goes on; or as its page does of
  /// itself, also while the next page is being made.
  private func useTarget(_ index: Int, _ use: (ScreenMatch) -> ScreenAction) {
    let controller = app.controller
    controller.finishTransition()
    let targets = controller.screen.everyTarget
    guard controller.showsTop, targets.indices.contains(index) else { return }
    controller.carryOut(use(targets[index]))
  }

  /// Fills in fields and presses a button, as far as they are shown.
  private func fill(_ fields: KeyValuePairs<String, String>, button: String) {
    let controller = app.controller
    for (field, text) in fields {
      guard controller.showsTop, let match = controller.screen.fields(field).first else { return }
      controller.perform(controller.screen.type(text, into: match))
      _ = app.loop.settle()
    }
    guard controller.showsTop, let match = controller.screen.targets(button).first else { return }
    controller.perform(controller.screen.tap(match))
    _ = app.loop.settle()
  }
}
