internal import ManifestModel

/// One change of what is on screen, from the first callback of its pages to the last.
///
/// The pages that it hides and shows keep their instances until its end, and so do those that are in no stack any more:
/// they are released then, each once.
@MainActor package final class Passage {
  package let transition: ScreenTransition
  /// What was on screen and is not any more, the outermost first.
  let hidden: [StackEntry]
  /// What is on screen now, the outermost first.
  let shown: [StackEntry]
  /// What is in no stack any more, the innermost first.
  let left: [StackEntry]

  init(
    _ transition: ScreenTransition, hidden: [StackEntry], shown: [StackEntry], left: [StackEntry]
  ) {
    self.transition = transition
    self.hidden = hidden
    self.shown = shown
    self.left = left
  }

  /// Whether it shows or hides an entry.
  func moves(_ entry: StackEntry) -> Bool {
    hidden.contains { $0 === entry } || shown.contains { $0 === entry }
  }

  func begin() {
    for entry in hidden { entry.instance?.beginDisappearing() }
    for entry in shown { entry.instance?.beginAppearing() }
  }

  func finish() {
    for entry in hidden { entry.instance?.finishDisappearing() }
    for entry in shown { entry.instance?.finishAppearing() }
  }
}

extension Navigation {
  /// Changes the stacks and begins the passage to what is on screen then; without a transition it ends at once.
  func change(_ commit: (Navigation) -> Void) {
    endPassage()
    let before = all
    let (oldChain, oldTop) = (shown, top)
    commit(self)
    let now = Set(all.map(ObjectIdentifier.init))
    let chain = self.chain
    let passage = Passage(
      transition(from: oldTop, isBack: before.contains { $0 === top }),
      hidden: oldChain.filter { entry in !chain.contains { $0 === entry } }, shown: chain,
      left: before.reversed().filter { !now.contains(ObjectIdentifier($0)) })
    shown = chain
    self.passage = passage
    let isAnimated = pages.passageBegins(passage)
    passage.begin()
    if !isAnimated { endPassage() }
    pages.navigationChanged()
  }

  /// Ends the passage that is under way, if one is: its pages are told and those that were left are released.
  package func endPassage() {
    guard let passage else { return }
    self.passage = nil
    passage.finish()
    for entry in passage.left { pages.release(entry) }
    pages.passageEnded(passage)
  }

  /// How the page on top comes: as whoever asked wants it, else as its manifest wishes, else by the
  /// kind of the change.
  ///
  /// A page that is left goes back the way it came.
  private func transition(from old: StackEntry?, isBack: Bool) -> ScreenTransition {
    guard let old, let top, old !== top else { return .none }
    if isBack {
      switch underWay {
      case .tab, .retry, .restore: return ScreenTransition(wish ?? .none, isReversed: true)
      default: return ScreenTransition(wish ?? old.effect ?? .push, isReversed: true)
      }
    }
    let effect = wish ?? top.controller.page.transition.flatMap { Flow.Transition(rawValue: $0) }
    switch underWay {
    case .tab, .retry, .restore, nil: return ScreenTransition(wish ?? .none)
    case .root, .replace: return ScreenTransition(effect ?? .fade)
    case .present: top.effect = effect ?? .cover
    default: top.effect = effect ?? .push
    }
    return ScreenTransition(top.effect ?? .none)
  }
}
