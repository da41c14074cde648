// Transitions between the pages on screen: drawn by the loop's clock, ended by whatever comes first.
extension MainController {
  /// Whether changes of pages are drawn as transitions.
  package enum Transitions: Sendable, Hashable {
    case animated
    case none
  }

  package func passageBegins(_ passage: Passage) -> Bool {
    cancelTouch()
    return transitions == .animated && passage.transition.effect != .none && screen.topLayer != nil
  }

  package func passageEnded(_ passage: Passage) {
    evictOthers(of: passage.shown)
    animation?.cancel()
    animation = nil
    guard screen.isMoving else { return }
    screen.endTransition()
    screenChanged?()
  }

  /// Whether a transition has begun and not ended.
  package var isInTransition: Bool { navigation.passage != nil }

  /// Ends the transition that is under way, if one is, and has the page on top be shown.
  package func finishTransition() {
    navigation.endPassage()
    if !showsTop { refresh() }
  }

  /// Whether the layer that is used is that of the page on top; not before its view was read.
  var showsTop: Bool { screen.topLayer?.instance == navigation.top?.screenID }

  /// Shows layers, by a transition when one has begun and is not drawn yet.
  func showLayers(_ layers: [Layer]) {
    guard let passage = navigation.passage else {
      screen.show(layers)
      screenChanged?()
      return
    }
    guard animation == nil else {
      // The next frame shows it.
      return screen.show(layers)
    }
    screen.show(layers, by: passage.transition)
    animation = Animation(on: loop, duration: ScreenTransition.duration) { [weak self] progress in
      self?.screen.advance(to: progress)
      self?.screenChanged?()
    } ended: { [weak self] in
      self?.navigation.endPassage()
    }
  }
}
