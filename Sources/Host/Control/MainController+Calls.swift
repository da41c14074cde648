internal import ManifestModel
package import PageABI

// What modules ask of the host.
extension MainController: HostCalls {
  package func turn(_ module: Module, deadline: UInt64) {
    module.turnNumber += 1
    let number = module.turnNumber
    module.cancelTurn?()
    module.cancelTurn = nil
    let turn: @MainActor () -> Void = { [weak self, weak module] in
      guard let self, let module, module.turnNumber == number, isOpen(module) else { return }
      if let label = module.label { label.during { module.turn() } } else { module.turn() }
    }
    if deadline == 0 {
      loop.later(turn)
    } else {
      let timer = loop.timer(at: deadline, turn)
      module.cancelTurn = { timer.cancel() }
    }
  }

  private func isOpen(_ module: Module) -> Bool { modules[module.name] === module }

  package func log(_ module: Module, instance: UInt64, level: page_log_level, text: String) {
    let source = module.instances.first { $0.number == instance }?.name ?? module.name
    services.log(text, level: level, source: source)
  }

  package func find(_ module: Module, action: String) -> (page_status, page_action_id) {
    dispatcher.find(action, for: module)
  }

  package func call(
    _ module: Module, instance: UInt64, request: UnsafePointer<page_request>,
    reply: UnsafeMutablePointer<page_value>
  ) -> page_status {
    dispatcher.call(from: module, instance: instance, request: request, reply: reply)
  }

  package func invalidate(_ module: Module, instance: UInt64) {
    module.instances.first { $0.number == instance }?.invalidateView()
    setNeedsRefresh()
  }

  package func announce(
    _ module: Module, instance number: UInt64, outcome: String, values: [String: Value]
  ) -> page_status {
    guard let instance = module.instances.first(where: { $0.number == number }) else {
      return PAGE_CANCELLED
    }
    guard let declared = instance.controller.page.outcomes.first(where: { $0.name == outcome })
    else { return PAGE_NOT_FOUND }
    guard values.mapValues(\.type) == declared.valueTypes else { return PAGE_INVALID }
    whenNoPageRuns { [weak self, weak instance] in
      guard let self, let instance, instance.state != .released else { return }
      guard instance.state == .initializing else { return follow(outcome, of: instance, values) }
      // It stands nowhere yet; where its outcome leads is decided when it does.
      navigation.whenIdle { [weak self, weak instance] in
        guard let self, let instance, instance.state == .initialized else { return }
        follow(outcome, of: instance, values)
      }
    }
    return PAGE_OK
  }

  /// Carries out what a page asks for and what may enter pages: in a coming turn, or before the next input.
  func whenNoPageRuns(_ job: @escaping @MainActor () -> Void) {
    askedByPages.append(job)
    loop.later { [weak self] in self?.carryOutAsked() }
  }

  /// What pages ask for meanwhile waits for another turn.
  func carryOutAsked() {
    guard stack.isClear else { return }
    let jobs = askedByPages
    askedByPages.removeAll()
    for job in jobs { job() }
  }
}
