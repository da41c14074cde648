import Glibc
import ManifestModel

@testable import Host

// How each step is done.
extension Walk {
  func perform(_ step: WalkStep) {
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
    case .tapLabel(let label): tap(label)
    case .type(let index, let text): useTarget(index) { controller.screen.type(text, into: $0) }
    case .key(let name): if let key = Key(name: name) { controller.handle(.key(key)) }
    case .paste(let text): controller.handle(.paste(text))
    case .touch(let x, let y, let phase):
      controller.handle(.mouse(x: x, y: y, button: .left, phase: phase))
    case .resize(let width, let height): controller.handle(.resize(width: width, height: height))
    case .warn(let level):
      let come = expectOne("the report of a warning")
      controller.warn(level) { [weak self] report in
        come()
        self?.counts.evictions += report.evicted.count
      }
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
      counts.signOuts += 1
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
  func toggle(_ module: String) {
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
    tap(button)
    _ = app.loop.settle()
  }

  /// Uses the first control of some words, if one is shown.
  private func tap(_ label: String) {
    let controller = app.controller
    controller.finishTransition()
    guard controller.showsTop, let match = controller.screen.targets(label).first else { return }
    controller.perform(controller.screen.tap(match))
  }
}
