// A page is told of its transitions in balance: each that begins ends, once, before another begins. What a step has no
// place for is first brought to its end, and what is said twice is not passed on.
extension Instance {
  /// A transition that shows the page has begun.
  package func beginAppearing() {
    guard state == .initialized else { return }
    finishDisappearing()
    if appearance == .hidden { step(to: .appearing, telling: .appearStarted) }
  }

  /// The page is shown.
  package func finishAppearing() {
    if state == .initialized, appearance == .appearing {
      step(to: .shown, telling: .appearFinished)
    }
  }

  /// A transition that hides the page has begun.
  package func beginDisappearing() {
    guard state == .initialized else { return }
    finishAppearing()
    if appearance == .shown { step(to: .disappearing, telling: .disappearStarted) }
  }

  /// The page is hidden.
  package func finishDisappearing() {
    if state == .initialized, appearance == .disappearing {
      step(to: .hidden, telling: .disappearFinished)
    }
  }

  /// Shows the page without a transition.
  package func appear() {
    beginAppearing()
    finishAppearing()
  }

  /// Hides the page without a transition.
  package func disappear() {
    beginDisappearing()
    finishDisappearing()
  }
}
