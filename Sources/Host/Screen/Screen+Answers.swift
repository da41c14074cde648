// The answer to what a person chose: a page says what is wrong in its view, maybe where that is scrolled out.
extension Screen {
  /// Notes which page has been asked for something.
  func note(_ action: ScreenAction) {
    switch action {
    case .tap(let node), .submit(let node, _), .toggle(let node, _): asked = node.page
    case .none: break
    default:
      // The person goes on; what comes now must not take the view away.
      asked = nil
    }
  }

  /// Scrolls an error that the page has not shown before into view, as near to the focus as can be.
  ///
  /// Only the page that was asked last answers; what comes of itself, or after the person has gone on, scrolls nothing.
  func revealAnswer(since old: LayerComposition?) {
    guard let asked, let region = composition?.region(of: asked),
      let known = old?.region(of: asked)?.layout.outline.errors.map(\.text)
    else { return }
    let answer = region.layout.outline.errors.first { !known.contains($0.text) }
    guard let answer, let offsets = states[asked]?.offsets else { return }
    states[asked]?.offsets = region.layout.offsets(revealing: answer.index, from: offsets)
  }
}

extension ViewOutline {
  /// The texts that say what is wrong, in the order of the document.
  fileprivate var errors: [(index: Int, text: String)] {
    entries.indices.compactMap { index in
      let node = self[index]
      guard node.kind == .text, node.flags.contains(.error), !node.text.isEmpty else { return nil }
      return (index, node.text)
    }
  }
}
