internal import ManifestModel

// Calls of pages that are not initialized: refused, kept, or the page is woken for them.
extension Dispatcher {
  /// Does what the action asks for where its page is not initialized.
  func deliverLater(_ call: KeptCall, _ offer: ActionOffer) {
    let controller = offer.controller
    // What comes behind calls that wait waits with them, so that calls keep their order.
    if offer.action.whenAbsent == .unavailable, controller.active == nil {
      return refuse(
        call,
        PortAnswer(
          .unavailable,
          message: "\(call.slot.name) is offered by \(controller.name), which is not open now"))
    }
    guard controller.kept.count < KeptCall.limit else {
      return refuse(
        call,
        PortAnswer(
          .tooLarge, message: "\(KeptCall.limit) calls wait for \(controller.name) already"))
    }
    controller.kept.append(call)
    if call.wakes { wakeUp(controller) }
  }

  /// Has a page initialized, unless that is under way.
  private func wakeUp(_ controller: Controller) {
    guard !controller.isWaking, controller.active == nil,
      !controller.instances.contains(where: { $0.state == .initializing })
    else { return }
    guard let wake else {
      return initializationFailed(
        controller, PortAnswer(.unavailable, message: "\(controller.name) cannot be woken here"))
    }
    controller.isWaking = true
    wake(controller) { [weak self] answer in
      controller.isWaking = false
      if answer.status == .ok {
        self?.deliverKept(to: controller)
      } else {
        self?.initializationFailed(controller, answer)
      }
    }
  }

  /// Delivers, in a coming turn, what was kept for a page that has just been initialized.
  package func deliverKept(to controller: Controller) {
    guard !controller.kept.isEmpty else { return }
    stack.scheduler.later { [weak self] in
      let calls = controller.kept
      controller.kept.removeAll()
      for call in calls {
        self?.call(
          call.slot, call.arguments, from: call.caller, chain: call.chain,
          completion: call.completion)
      }
    }
  }

  /// Answers the calls for which a page was to be initialized; those that can wait for another time still wait.
  package func initializationFailed(_ controller: Controller, _ answer: PortAnswer) {
    let calls = controller.kept.filter(\.wakes)
    controller.kept.removeAll(where: \.wakes)
    for call in calls { refuse(call, answer) }
  }

  /// Answers everything that was kept for a page with a failure, such as at sign-out.
  package func fail(_ controller: Controller, _ answer: PortAnswer) {
    let calls = controller.kept
    controller.kept.removeAll()
    for call in calls { refuse(call, answer) }
  }

  private func refuse(_ call: KeptCall, _ answer: PortAnswer) {
    refuse(call.slot, call.arguments, from: call.caller, answer, call.completion)
  }
}
