/// Two layers of which one takes the other's place.
struct LayerMove: Sendable {
  let transition: ScreenTransition
  let leaving: Layer
  /// What was seen when it began: the view of a page that leaves is frozen.
  let picture: ScreenPicture
  var progress = 0.0
}

extension Screen {
  /// The layer that is used: what the person does goes to it alone.
  package var topLayer: Layer? { layers.last }

  /// The other one of the two that a transition moves; while none does, the one that a modal layer covers.
  package var secondLayer: Layer? { move?.leaving ?? layers.dropLast().last }

  /// The layers of pages that were presented over others, the topmost last.
  package var modalLayers: [Layer] { layers.filter(\.isModal) }

  /// Whether a transition is drawn.
  package var isMoving: Bool { move != nil }

  /// Shows layers in place of the last ones, the top layer by a transition.
  ///
  /// From now on only the new top layer is used; the old one is merely drawn until ``endTransition()``. Where there was
  /// nothing before, there is no transition.
  package func show(_ layers: [Layer], by transition: ScreenTransition) {
    move = nil
    let picture = picture()
    guard let leaving = topLayer, transition.effect != .none else { return show(layers) }
    show(layers)
    move = LayerMove(transition: transition, leaving: leaving, picture: picture)
  }

  /// Goes on to a moment of the transition, from 0 to 1.
  package func advance(to progress: Double) { move?.progress = progress }

  /// Draws the new top layer alone from now on.
  package func endTransition() { move = nil }
}
