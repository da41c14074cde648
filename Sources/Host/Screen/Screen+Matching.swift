/// Something of the top layer that was found by its words.
package struct ScreenMatch: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case node(NodeReference)
    case tab(Int)
  }

  package let target: Target
  /// The words that were found.
  package let label: String
  /// The words around it, which tell it from others of the same label.
  package let context: String
}

extension ScreenMatch: CustomStringConvertible {
  /// As it is listed: `#delete-3 [Delete] in "Buy milk"`.
  package var description: String {
    let name =
      switch target {
      case .node(let reference): "#\(reference.id) [\(label)]"
      case .tab(let index): "tab \(index + 1) [\(label)]"
      }
    return context.isEmpty ? name : "\(name) in \"\(context)\""
  }
}

extension Screen {
  /// Buttons, toggles and tabs with these words, or the control `#id`; in the order of the
  /// document, tabs last.
  ///
  /// Words are equal when they are the same with white space collapsed. What is scrolled out
  /// counts, what is disabled does not.
  package func targets(_ words: String) -> [ScreenMatch] {
    if let match = control(numbered: words) { return [match] }
    let wanted = TextWrap.collapsed(words)
    let nodes = matches { ($0.kind == .button || $0.kind == .toggle) && $0.canFocus }
    return nodes.filter { $0.label == wanted } + tabs(wanted)
  }

  /// The fields with this label, with or without its colon, or the field `#id`.
  package func fields(_ label: String) -> [ScreenMatch] {
    if let match = control(numbered: label) { return [match] }
    let wanted = TextWrap.collapsed(label)
    return matches { $0.isField && $0.canFocus }.filter {
      $0.label == wanted || "\($0.label):" == wanted
    }
  }

  /// The tabs with this title.
  package func tabs(_ title: String) -> [ScreenMatch] {
    let wanted = TextWrap.collapsed(title)
    return (layers.last?.container?.tabs ?? []).enumerated().compactMap { index, tab in
      guard TextWrap.collapsed(tab.title) == wanted || TextWrap.collapsed(tab.words) == wanted
      else { return nil }
      return ScreenMatch(target: .tab(index), label: tab.title, context: "")
    }
  }

  /// Every control that can be tapped or typed into, for telling what there is when nothing was
  /// found.
  package var everyTarget: [ScreenMatch] {
    matches { $0.canFocus }
      + (layers.last?.container?.tabs ?? []).enumerated().map { index, tab in
        ScreenMatch(target: .tab(index), label: tab.title, context: "")
      }
  }

  /// Scrolls to a match, gives it the focus and does what a click on it does.
  package func tap(_ match: ScreenMatch) -> ScreenAction {
    let action = choose(match)
    note(action)
    return action
  }

  private func choose(_ match: ScreenMatch) -> ScreenAction {
    switch match.target {
    case .tab(let index): return tab(index)
    case .node(let reference):
      guard let (region, index) = find(reference) else { return .none }
      moveFocus(to: region, index)
      return region.layout.outline[index].isField ? .redraw : activate(region, index)
    }
  }

  /// Scrolls to a field, gives it the focus and replaces its contents.
  package func type(_ text: String, into match: ScreenMatch) -> ScreenAction {
    guard case .node(let reference) = match.target, let (region, index) = find(reference),
      region.layout.outline[index].isField, region.layout.outline[index].canFocus
    else { return .none }
    moveFocus(to: region, index)
    let old = states[reference.page]?.editors[reference.id]?.text
    states[reference.page]?.editors[reference.id]?.replaceAll(with: text)
    revealCaret(region, index)
    let new = states[reference.page]?.editors[reference.id]?.text ?? text
    return new == old ? .redraw : .change(reference, new)
  }

  /// The control that `#id` names.
  private func control(numbered words: String) -> ScreenMatch? {
    guard words.hasPrefix("#") else { return nil }
    let id = String(words.dropFirst())
    return matches { $0.canFocus && $0.id == id }.first
  }

  private func matches(_ isWanted: (ViewNode) -> Bool) -> [ScreenMatch] {
    (composition?.regions ?? []).flatMap { region in
      let outline = region.layout.outline
      return outline.entries.indices.filter { isWanted(outline[$0]) }.map { index in
        ScreenMatch(
          target: .node(NodeReference(page: region.content.instance, id: outline[index].id)),
          label: TextWrap.collapsed(outline[index].text), context: outline.context(of: index))
      }
    }
  }
}

extension ViewOutline {
  /// The texts beside a node, in the nearest row or column around it that has any.
  fileprivate func context(of index: Int) -> String {
    var parent = entries[index].parent
    while let current = parent, self[current].kind != .list {
      let texts = entries[current].children.map { self[$0] }
        .filter { $0.kind == .text && !$0.text.isEmpty }
      if !texts.isEmpty {
        let words = texts.map { TextWrap.collapsed($0.text) }.joined(separator: " ")
        return TextWrap.truncated(words, width: 40)
      }
      parent = entries[current].parent
    }
    return ""
  }
}
