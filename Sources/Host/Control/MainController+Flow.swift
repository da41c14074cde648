// Where outcomes lead, and what a person's input does.
extension MainController {
  /// Carries out the route of an outcome.
  func follow(_ outcome: String, of instance: Instance, _ values: [String: Value]) {
    let page = instance.controller.name
    dispatcher.trace?(
      Message(
        .outcome, from: instance.name, to: nil, name: outcome,
        values: values.sorted { $0.key < $1.key }.map(\.value)))
    let route = flow.route(from: page, on: outcome)
    // What a presented page announces, and the flow leads nowhere else, is its result.
    if let asker = presentation(of: instance)?.stack.first, route == nil || route?.step == .pop {
      return navigation.request(
        .dismiss(.outcome(outcome, values)), by: route?.transition, from: asker)
    }
    guard let route else {
      return services.log(
        "\(page) announced '\(outcome)', for which app.json has no route", level: 2, source: "host")
    }
    guard let asker = navigation.chain.first(where: { $0.instance === instance }) else {
      return services.log(
        "\(instance.name) announced '\(outcome)' while it was not on screen; it leads nowhere then",
        level: 2, source: "host")
    }
    if firstLaunchPage == page {
      firstLaunchPage = nil
      services.noteLaunched()
    }
    let target = Navigation.Target(route.to ?? page, arguments(of: route, from: values))
    let request: Navigation.Request
    switch route.step {
    case .root: request = .root(target)
    case .push: request = .push(target)
    // Nobody waits for the result of a page that was presented by a mere announcement.
    case .present: request = .present(target, .init(by: instance) { _ in })
    case .replace: request = .replace(target)
    case .pop: request = route.to.map { .popTo($0) } ?? .pop
    case .popToRoot: request = .popToRoot
    case .signOut: return signOut()
    }
    navigation.request(request, by: route.transition, from: asker)
  }

  /// Ends the session: nothing private can be reached after it, nor does the next account see anything of this one.
  package func signOut() {
    archive?.clear()
    // Their answers would reach the pages of the next account.
    services.endPublicRequests()
    navigation.clear()
    for entry in background { release(entry) }
    background.removeAll()
    for controller in controllers.all {
      controller.savedState = [:]
      controller.badge = 0
      dispatcher.fail(controller, PortAnswer(.cancelled, message: "the account signed out"))
    }
    screen.message = nil
    services.signOut()
    openStart()
  }

  /// Goes to a page, as the command line asks for it.
  ///
  /// - Parameter transition: How it is drawn; nil leaves that to the page. A tab is chosen without one.
  package func open(
    _ page: String, _ arguments: [String: Value], by transition: Flow.Transition? = nil
  ) {
    guard controllers[page] != nil else {
      return navigationFailed(
        .init(page),
        PortAnswer(.notFound, message: "no module has a page of this name", reason: .noSuchPage))
    }
    if let index = tab(of: page) { return navigation.request(.tab(index)) }
    let target = Navigation.Target(page, arguments)
    navigation.request(navigation.stack.isEmpty ? .root(target) : .push(target), by: transition)
  }

  /// The tab of what is on screen whose root is a page.
  private func tab(of page: String) -> Int? {
    let tabs = navigation.chain.last { $0.tabs != nil }?.tabs
    return tabs?.roots.firstIndex { $0.page == page }
  }

  // MARK: Input

  /// Takes what a person did on the surface.
  package func handle(_ event: InputEvent) {
    finishTransition()
    if case .resize = event {} else { screen.message = nil }
    // What a page has not shown yet is not for the person to use, nor is the page that left any more.
    guard showsTop || event.isForHost else { return }
    if isLeavingTop { cancelTouch() }
    carryOut(screen.handle(event, isForPage: !isLeavingTop))
  }

  /// Does what a person could do on the surface, so that the last message has been seen.
  package func perform(_ action: ScreenAction) {
    screen.message = nil
    if !isLeavingTop || !action.isForPage { carryOut(action) }
  }

  /// Whether the page on top is not for a person to use, since the next one is being made.
  ///
  /// What is typed ahead is meant for the next page, which may not come.
  package var isLeavingTop: Bool { navigation.isBusy }

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
    case .back: if !cancelInPage() { navigation.request(.pop) }
    case .quit: quit?()
    case .redraw, .none: break
    }
    screenChanged?()
  }

  /// Chooses a tab; the one that is chosen already goes back to its first page, which leaves the page on top.
  private func choose(tab index: Int) {
    if !navigation.isChosen(index) || !cancelInPage() { navigation.request(.tab(index)) }
  }

  /// Has the page on top end what it has begun, by its own button for that; false when it shows none.
  private func cancelInPage() -> Bool {
    guard showsTop, !isLeavingTop, let instance = navigation.top?.instance,
      instance.state == .initialized
    else { return false }
    // Of two steps back in a row, the second sees what came of the first.
    readFields(of: instance)
    guard let button = instance.view.root.cancelButton else { return false }
    send(.tap(id: button.id), to: NodeReference(page: instance.number, id: button.id))
    return true
  }

  func send(_ event: PageEvent, to node: NodeReference) {
    guard let entry = navigation.chain.first(where: { $0.screenID == node.page }) else { return }
    guard let instance = entry.instance else {
      if event == .tap(id: FailureView.retryID) {
        quarantine?.release(entry.controller.module)
        navigation.request(.retry)
      }
      return
    }
    guard instance.state == .initialized else { return }
    if event.isRequest { readFields(of: instance) }
    instance.port.enter(.event(event)) { [weak self, weak instance] answer in
      guard let self, let instance, instance.state == .initialized else { return }
      let isTold = answer.status == .ok || answer.status == .cancelled || answer.status == .notFound
      if !isTold {
        screen.message = ScreenMessage(words.told(answer), tone: .error)
        services.log(answer.message, level: 3, source: instance.name)
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
