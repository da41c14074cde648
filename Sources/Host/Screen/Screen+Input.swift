extension Screen {
  /// Does the screen's part of an input and tells what is left for the host.
  ///
  /// - Parameter isForPage: Whether the page on top may be used; otherwise only what leads away from it is done.
  package func handle(_ event: InputEvent, isForPage: Bool = true) -> ScreenAction {
    let action = respondBesidesPage(to: event) ?? (isForPage ? respond(to: event) : .none)
    note(action)
    return action
  }

  /// Does what any page leaves to the host; nil when the event is for the page.
  private func respondBesidesPage(to event: InputEvent) -> ScreenAction? {
    switch event {
    case .key(.control("q")), .key(.control("c")): .quit
    case .key(.control("b")), .key(.escape): .back
    case .key(.control("n")): moveTab(by: 1)
    case .key(.control("p")): moveTab(by: -1)
    case .key(.function(let number)): tab(number - 1)
    case .mouse(let x, let y, .left, .pressed): pressBar(x: x, y: y)
    case .resize(let width, let height): resized(width: width, height: height)
    case .key, .mouse, .paste: nil
    }
  }

  private func respond(to event: InputEvent) -> ScreenAction {
    switch event {
    case .key(let key): handle(key)
    case .mouse(let x, let y, let button, let phase):
      handleMouse(x: x, y: y, button: button, phase: phase)
    case .paste(let text): edit { $0.insert(text) }
    case .resize: .none
    }
  }

  private func resized(width: Int, height: Int) -> ScreenAction {
    resize(width: width, height: height)
    return .redraw
  }

  private func handle(_ key: Key) -> ScreenAction {
    switch key {
    case .tab: return moveFocus(by: 1)
    case .backtab: return moveFocus(by: -1)
    case .up: return moveVertically(by: -1)
    case .down: return moveVertically(by: 1)
    case .pageUp: return scroll(byPages: -1)
    case .pageDown: return scroll(byPages: 1)
    default: break
    }
    if let (region, index) = focused, region.layout.outline[index].isField {
      return handleInField(key, region, index)
    }
    return handleOutsideFields(key)
  }

  // MARK: Keys

  private func handleInField(
    _ key: Key, _ region: LayerComposition.Region, _ index: Int
  ) -> ScreenAction {
    switch key {
    case .character(let character): return edit { $0.insert(String(character)) }
    case .backspace: return edit { $0.deleteBackward() }
    case .delete, .control("d"): return edit { $0.deleteForward() }
    case .control("u"): return kill { $0.deleteToStart() }
    case .control("k"): return kill { $0.deleteToEnd() }
    case .control("w"): return kill { $0.deleteWordBackward() }
    case .wordBackspace: return kill { $0.deleteLettersBackward() }
    case .alt("d"): return kill { $0.deleteWordForward() }
    case .control("y"): return edit { [killed] in $0.insert(killed) }
    case .control("_"), .alt("u"): return edit { $0.undo() }
    case .alt("_"), .alt("e"): return edit { $0.redo() }
    case .left: return move { $0.moveLeft() }
    case .right, .control("f"): return move { $0.moveRight() }
    case .wordLeft, .alt("b"): return move { $0.moveWordLeft() }
    case .wordRight, .alt("f"): return move { $0.moveWordRight() }
    case .home, .control("a"): return move { $0.moveHome() }
    case .end, .control("e"): return move { $0.moveEnd() }
    case .enter: return enter(region, index)
    case .alt(let character): return choose(character)
    default: return .none
    }
  }

  private func handleOutsideFields(_ key: Key) -> ScreenAction {
    switch key {
    case .backspace: return .back
    case .left: return moveFocus(by: -1)
    case .right: return moveFocus(by: 1)
    case .home: return scroll(byRows: -Int(Int32.max))
    case .end: return scroll(byRows: Int(Int32.max))
    case .enter, .character(" "):
      guard let (region, index) = focused else { return .none }
      return enter(region, index)
    case .alt(let character): return choose(character)
    case .character(let character):
      guard let digit = character.wholeNumberValue, character.isASCII else { return .none }
      return tab(digit - 1)
    default: return .none
    }
  }

  /// Changes the field that has the focus.
  private func edit(_ change: (inout FieldEditor) -> Void) -> ScreenAction {
    guard let (region, index) = focused else { return .none }
    let node = region.layout.outline[index]
    let instance = region.content.instance
    guard node.isField, node.canFocus, let old = states[instance]?.editors[node.id] else {
      return .none
    }
    var editor = old
    change(&editor)
    states[instance]?.editors[node.id] = editor
    reveal(region, index)
    let text = editor.text
    if text != old.text { return .change(NodeReference(page: instance, id: node.id), text) }
    return editor == old ? .none : .redraw
  }

  /// Moves the caret of the field that has the focus; what is typed then is undone by itself.
  private func move(_ change: (inout FieldEditor) -> Void) -> ScreenAction {
    edit {
      change(&$0)
      $0.history.endRun()
    }
  }

  /// Cuts out of the field that has the focus, for Ctrl-Y.
  ///
  /// What a secure field held is not kept.
  private func kill(_ change: (inout FieldEditor) -> Void) -> ScreenAction {
    guard let (region, index) = focused else { return .none }
    let node = region.layout.outline[index]
    return edit { editor in
      let before = editor
      change(&editor)
      let length = before.count - editor.count
      guard length > 0, node.kind == .field else { return }
      // Everything that is cut ends or begins where the caret is then.
      killed = String(before.characters[editor.caret..<editor.caret + length])
    }
  }

  /// What Enter does: nobody chooses what is scrolled out, so that is scrolled into view first.
  private func enter(_ region: LayerComposition.Region, _ index: Int) -> ScreenAction {
    let wasSeen = isSeen(region, index)
    let offsets = states[region.content.instance]?.offsets
    reveal(region, index)
    let isScrolled = states[region.content.instance]?.offsets != offsets
    return !wasSeen && isScrolled ? .redraw : activate(region, index)
  }

  // MARK: Accelerators

  /// Does what a click does to the control whose accelerator a character is; a field gets the focus.
  private func choose(_ character: Character) -> ScreenAction {
    for region in composition?.regions ?? [] {
      guard let index = region.accelerators.index(of: character) else { continue }
      moveFocus(to: region, index)
      return region.layout.outline[index].isField ? .redraw : activate(region, index)
    }
    return .none
  }

  /// What Enter or a click does to a control.
  func activate(_ region: LayerComposition.Region, _ index: Int) -> ScreenAction {
    let node = region.layout.outline[index]
    let instance = region.content.instance
    let reference = NodeReference(page: instance, id: node.id)
    guard node.canFocus else { return .none }
    switch node.kind {
    case .button: return .tap(reference)
    case .toggle: return .toggle(reference, !node.flags.contains(.on))
    case .field, .secureField:
      return .submit(reference, states[instance]?.editors[node.id]?.text ?? node.value)
    default: return .none
    }
  }

  // MARK: Tabs

  private func moveTab(by step: Int) -> ScreenAction {
    layers.last?.container?.tabs.isEmpty == false ? .moveTab(by: step) : .none
  }

  /// Chooses a tab; the one that is chosen already goes back to its first page.
  func tab(_ index: Int) -> ScreenAction {
    guard let container = layers.last?.container, container.tabs.indices.contains(index) else {
      return .none
    }
    return .tab(index)
  }

  // MARK: Mouse

  private func handleMouse(
    x: Int, y: Int, button: InputEvent.MouseButton, phase: InputEvent.MousePhase
  ) -> ScreenAction {
    guard let composition else { return .none }
    let region = composition.regions.first { $0.viewport.contains(x: x, y: y) }
    switch (button, phase) {
    case (.wheelUp, .pressed): return scroll(region, x: x, y: y, by: -3)
    case (.wheelDown, .pressed): return scroll(region, x: x, y: y, by: 3)
    case (.left, .pressed): return press(region, x: x, y: y)
    case (.left, .moved): return continueTouch(.moved, x: x, y: y) ?? .none
    case (_, .released): return release(region, x: x, y: y)
    default: return .none
    }
  }

  /// A press of the bars around a page; nil when it is not on one, or ends a touch.
  private func pressBar(x: Int, y: Int) -> ScreenAction? {
    guard let composition, touched == nil else { return nil }
    if let item = composition.tabBar?.items.first(where: { $0.frame.contains(x: x, y: y) }) {
      pressed = nil
      return tab(item.index)
    }
    guard composition.titleBar?.contains(x: x, y: y) == true, composition.layer.canGoBack else {
      return nil
    }
    pressed = nil
    return .back
  }

  private func press(_ region: LayerComposition.Region?, x: Int, y: Int) -> ScreenAction {
    pressed = nil
    // A second press without a release between: the terminal lost that.
    if let touch = cancelTouch() { return .touch(touch) }
    guard let region else { return .none }
    if let action = beginTouch(in: region, x: x, y: y) { return action }
    guard let index = control(in: region, x: x, y: y) else { return .none }
    let node = region.layout.outline[index]
    pressed = NodeReference(page: region.content.instance, id: node.id)
    moveFocus(to: region, index, revealing: false)
    if node.isField { moveCaret(region, index, toColumn: x) }
    return .redraw
  }

  /// A button or a toggle acts when the button is let go where it was pressed, so that one can
  /// still change one's mind.
  private func release(_ region: LayerComposition.Region?, x: Int, y: Int) -> ScreenAction {
    if let action = continueTouch(.released, x: x, y: y) { return action }
    guard let pressed else { return .none }
    self.pressed = nil
    guard let region, let index = control(in: region, x: x, y: y) else { return .none }
    let node = region.layout.outline[index]
    guard pressed == NodeReference(page: region.content.instance, id: node.id), !node.isField
    else { return .none }
    return activate(region, index)
  }

  /// The number of the control at a cell of a region.
  private func control(in region: LayerComposition.Region, x: Int, y: Int) -> Int? {
    region.control(x: x, y: y, state: states[region.content.instance] ?? ScreenState())
  }

  private func moveCaret(_ region: LayerComposition.Region, _ index: Int, toColumn x: Int) {
    let instance = region.content.instance
    guard let state = states[instance] else { return }
    let placement = AreaPlacement(
      region.layout, viewport: region.viewport, offsets: state.offsets)
    let box = region.layout.boxes[index]
    let node = region.layout.outline[index]
    let contents = FieldFrame(node, box, frame: placement.frame(of: box)).contents
    guard contents.x <= x, x < contents.endX else { return }
    states[instance]?.editors[node.id]?.moveCaret(
      toCell: x - contents.x, secure: node.kind == .secureField)
  }
}
