// What a person does at the surface: for the host, for the page on top, or ahead for the page that comes.
extension MainController {
  /// Takes what a person did on the surface.
  ///
  /// While the next page is being made, the one that is left gets nothing any more. What is typed then is kept for the
  /// next one, unless that is given up; a click or a touch, which is meant for what is seen, is not.
  package func handle(_ event: InputEvent) {
    catchUp(before: event)
    if case .resize = event {} else { screen.message = nil }
    guard !isTopUsable, !event.isForHost else {
      let action = screen.handle(event)
      carryOut(action)
      if case .change = action { isWriting = true }
      return
    }
    cancelTouch()
    let action = showsTop ? screen.handle(event, isForPage: false) : .none
    guard action == .none else { return leave(by: action) }
    if event.isTyping { typedAhead.take(event, over: screen.topLayer?.instance) }
  }

  /// Does what a person could do on the surface, so that the last message has been seen.
  package func perform(_ action: ScreenAction) {
    screen.message = nil
    if isTopUsable { carryOut(action) } else if !action.isForPage { leave(by: action) }
  }

  /// Does what leads away from waiting for a page, for which what was typed ahead was.
  private func leave(by action: ScreenAction) {
    typedAhead.removeAll()
    carryOut(action)
  }

  /// Whether the page on top is for a person to use: it is what is seen, and no other is being made.
  package var isTopUsable: Bool { showsTop && !navigation.isBusy }

  /// Has the screen show what came of the last input, so that the next one meets that and no transition.
  ///
  /// Letters that go on in a field need not wait for what a page makes of each: a text that comes as keys has thousands.
  private func catchUp(before event: InputEvent) {
    carryOutAsked()
    finishTransition()
    if isWriting, case .key(.character) = event { return }
    isWriting = false
    let isStale = navigation.chain.contains {
      $0.instance?.state == .initialized && $0.instance?.viewIsStale == true
    }
    if isStale { refresh() }
  }

  /// Gives what was typed ahead to the page that it was typed for; drops it when that did not come.
  func giveTypedAhead() {
    guard !typedAhead.isEmpty, isTopUsable else { return }
    let isThere = screen.topLayer?.instance != typedAhead.over && navigation.top?.failure == nil
    let events = typedAhead.removeAll()
    guard isThere else { return }
    for event in events { handle(event) }
  }

  /// Carries out what the screen made of an input.
  func carryOut(_ action: ScreenAction) {
    switch action {
    case .tap(let node): send(.tap(id: node.id), to: node)
    case .change(let node, let text): send(.change(id: node.id, text: text), to: node)
    case .submit(let node, let text): send(.submit(id: node.id, text: text), to: node)
    case .toggle(let node, let on): send(.toggle(id: node.id, on: on), to: node)
    case .touch(let touch): send(touch)
    case .tab(let index): choose(tab: index)
    case .moveTab(let step): if let index = navigation.tab(movedBy: step) { choose(tab: index) }
    case .back: goBack()
    case .quit: quit?()
    case .redraw, .none: break
    }
    screenChanged?()
  }

  /// Chooses a tab; the one that is chosen already goes back to its first page, which leaves the page on top.
  private func choose(tab index: Int) {
    if isTellingOpening { navigation.giveUpChange() }
    if !navigation.isChosen(index) || !cancelInPage() { navigation.request(.tab(index)) }
  }

  /// Goes back: from waiting for a page of which a person was told, out of what the page on top has begun, or to the page
  /// below.
  private func goBack() {
    if isTellingOpening, navigation.giveUpChange() { return }
    if !cancelInPage() { navigation.request(.pop) }
  }

  /// Has the page on top end what it has begun, by its own button for that; false when it shows none.
  private func cancelInPage() -> Bool {
    guard isTopUsable, let instance = navigation.top?.instance, instance.state == .initialized
    else { return false }
    // Of two steps back in a row, the second sees what came of the first.
    readFields(of: instance)
    guard let button = instance.view.root.cancelButton else { return false }
    // What does not work is no reason to stay for ever.
    guard cancelFailed != instance.number else {
      cancelFailed = nil
      return false
    }
    let number = instance.number
    send(.tap(id: button.id), to: NodeReference(page: number, id: button.id)) { [weak self] in
      self?.cancelFailed = number
    }
    return true
  }

  /// Tells a page what was done to a node of it.
  ///
  /// - Parameter failed: Called when it does not carry that out.
  func send(
    _ event: PageEvent, to node: NodeReference, failed: @escaping @MainActor () -> Void = {}
  ) {
    guard let entry = navigation.chain.first(where: { $0.screenID == node.page }) else { return }
    guard let instance = entry.instance, instance.state == .initialized else {
      if event == .tap(id: FailureView.retryID) {
        quarantine?.release(entry.controller.module)
        navigation.request(.retry)
      }
      return
    }
    if event.isRequest { readFields(of: instance) }
    instance.port.enter(.event(event)) { [weak self, weak instance] answer in
      guard let self, let instance, instance.state == .initialized else { return }
      let isTold = answer.status == .ok || answer.status == .cancelled || answer.status == .notFound
      if !isTold {
        screen.message = ScreenMessage(words.told(answer), tone: .error)
        services.log(answer.message, level: 3, source: instance.name)
        failed()
      }
      setNeedsRefresh()
    }
  }

  /// Tells the screen what a page has in its fields before it is asked for something.
  ///
  /// Otherwise, of a text that the page was told and takes away at once, it would never have been seen that the page
  /// had it, and the field would keep it.
  private func readFields(of instance: Instance) {
    guard instance.viewIsStale else { return }
    instance.refreshView { [screen, weak instance] answer in
      guard answer.status == .ok, let instance else { return }
      screen.take(valuesOf: instance.view.root, from: instance.number)
    }
  }
}

extension PageEvent {
  /// Whether it asks the page to do something, rather than to know something.
  fileprivate var isRequest: Bool {
    switch self {
    case .tap, .submit, .toggle: true
    case .change, .touch: false
    }
  }
}
