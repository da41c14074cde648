internal import ManifestModel
internal import PageABI

// What pages ask of navigation by its extension.
extension MainController {
  package func setBadge(_ module: Module, instance number: UInt64, count: Int64) {
    guard let instance = module.instance(number) else { return }
    instance.controller.badge = max(0, count)
    setNeedsRefresh()
  }

  package func raiseEdition(_ module: Module, instance number: UInt64) {
    guard let instance = module.instance(number) else { return }
    instance.controller.raiseEdition()
    setNeedsRefresh()
  }

  /// Presents the page to which an outcome of a page leads, and answers the page by its token.
  func present(
    _ outcome: String, _ values: [String: Value], for instance: Instance, token: UInt64
  ) -> page_status {
    // The page is told by a status, which says less than its author needs.
    func refuse(_ status: page_status, _ words: String) -> page_status {
      services.log("\(instance.name) presents on '\(outcome)', \(words)", level: 3, source: "host")
      return status
    }
    guard let declared = instance.controller.page.outcomes.first(where: { $0.name == outcome })
    else { return refuse(PAGE_NOT_FOUND, "which its page.json does not declare") }
    guard let route = flow.route(from: instance.controller.name, on: outcome),
      route.step == .present, let page = route.to
    else { return refuse(PAGE_NOT_FOUND, "for which app.json has no route that presents") }
    guard values.mapValues(\.type) == declared.valueTypes else {
      return refuse(PAGE_INVALID, "with other values than its page.json declares")
    }
    let request = Presentation.Request(by: instance) { [weak self, weak instance] result in
      self?.loop.later {
        instance?.port.enter(.completed(token: token, PortAnswer(endOf: result))) { _ in }
      }
    }
    let target = Navigation.Target(page, arguments(of: route, from: values))
    whenNoPageRuns { [weak self, weak instance] in
      guard let self else { return }
      // A page may ask while it is being made; it is carried out when it is shown.
      let entries = navigation.chain + navigation.making
      guard let instance, let asker = entries.first(where: { $0.instance === instance }) else {
        return request.end(.failed("\(page) can be presented only by a page that is on screen"))
      }
      navigation.request(.present(target, request), by: route.transition, from: asker)
    }
    return PAGE_PENDING
  }

  /// The arguments that a route passes on.
  func arguments(of route: Flow.Route, from values: [String: Value]) -> [String: Value] {
    var arguments: [String: Value] = [:]
    for (argument, value) in route.pass { arguments[argument] = values[value] }
    return arguments
  }

  /// The presentation whose first page an instance is.
  func presentation(of instance: Instance) -> Presentation? {
    navigation.presented.first { $0.stack.first?.instance === instance }
  }
}

extension PortAnswer {
  /// What a presented page came to, as its presenter learns of it.
  init(endOf result: Presentation.Result) {
    switch result {
    case .outcome(let name, let values):
      self.init(.ok, payload: .value(.map(["outcome": .string(name), "values": .map(values)])))
    case .cancelled: self.init(.ok, payload: .value(.map([:])))
    case .failed(let message, let reason):
      self.init(.failed, message: message, reason: reason)
    }
  }
}

extension Signature {
  /// The types of an outcome's values by name.
  var valueTypes: [String: ValueType] {
    Dictionary(
      arguments.map { ($0.label ?? "", $0.type) }, uniquingKeysWith: { first, _ in first })
  }
}
