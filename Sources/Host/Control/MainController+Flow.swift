// Where outcomes lead.
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
    typedAhead.removeAll()
    screen.killed = ""
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
}
