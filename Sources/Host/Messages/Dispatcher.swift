internal import ManifestModel

/// Forwards actions: finds who offers a name, checks what is called with what, and reaches the page that answers.
@MainActor package final class Dispatcher {
  package let actions = ActionTable()
  package let stack: EntryStack
  /// Told of every crossing, when set.
  package var trace: (@MainActor (Message) -> Void)?
  /// Initializes a page that is not, for actions that wake it; answers when that is done.
  package var wake: (@MainActor (Controller, @escaping @MainActor (PortAnswer) -> Void) -> Void)?

  /// Replies of the last call of each kind, valid until the next.
  let replyMemory = ValueMemory()

  package init(stack: EntryStack) { self.stack = stack }

  /// Finds the providers anew; see ``ActionTable/update(_:chosen:)``.
  package func update(_ controllers: [Controller], chosen: [String: String]) {
    actions.update(controllers, chosen: chosen)
  }

  // MARK: Calls with values

  /// Calls an action by name; for callers outside of pages, such as the command line.
  package func call(
    _ name: String, _ arguments: [Value], completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    call(
      actions.slot(name), arguments, from: nil, chain: CallChain("host", parent: nil),
      completion: completion)
  }

  /// Calls an action with values: every check, every policy.
  func call(
    _ slot: ActionSlot, _ arguments: [Value], from caller: Instance?, chain: CallChain,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard case .one(let offer) = slot.provider else {
      return refuse(slot, arguments, from: caller, slot.refusal, completion)
    }
    let controller = offer.controller
    if let mismatch = offer.action.signature.mismatch(arguments) {
      return refuse(slot, arguments, from: caller, mismatch, completion)
    }
    guard chain.depth < CallChain.limit else {
      let answer = PortAnswer(
        .tooDeep, message: "more than \(CallChain.limit) calls in a chain: \(chain.path) → \(slot.name)")
      return refuse(slot, arguments, from: caller, answer, completion)
    }
    let finish = traced(slot, from: caller, to: controller, completion)
    if let instance = controller.active {
      trace?(Message(.call, from: caller?.name, to: instance.name, name: slot.name, values: arguments))
      instance.port.enter(
        .action(
          ActionCall(
            slot: slot, offer: offer, arguments: arguments, chain: chain)),
        completion: finish)
      return
    }
    let kept = KeptCall(slot: slot, arguments: arguments, chain: chain, completion: finish)
    deliverLater(kept, to: controller, whenAbsent: offer.action.whenAbsent)
  }

  private func refuse(
    _ slot: ActionSlot, _ arguments: [Value], from caller: Instance?, _ answer: PortAnswer,
    _ completion: @MainActor (PortAnswer) -> Void
  ) {
    trace?(
      Message(
        .call, from: caller?.name, to: nil, name: slot.name, values: arguments,
        status: answer.status))
    completion(answer)
  }

  private func traced(
    _ slot: ActionSlot, from caller: Instance?, to controller: Controller,
    _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor (PortAnswer) -> Void {
    guard trace != nil else { return completion }
    let from = caller?.name
    return { [weak self] answer in
      self?.trace?(
        Message(
          .reply, from: controller.name, to: from, name: slot.name,
          values: answer.value.map { [$0] } ?? [], status: answer.status))
      completion(answer)
    }
  }

  // MARK: Pages that are not initialized

  private func deliverLater(
    _ call: KeptCall, to controller: Controller, whenAbsent: Manifest.WhenAbsent
  ) {
    switch whenAbsent {
    case .unavailable:
      call.completion(
        PortAnswer(
          .unavailable,
          message: "\(call.slot.name) is offered by \(controller.name), which is not open now"))
    case .keep, .wake:
      guard controller.kept.count < KeptCall.limit else {
        return call.completion(
          PortAnswer(
            .tooLarge, message: "\(KeptCall.limit) calls wait for \(controller.name) already"))
      }
      controller.kept.append(call)
      if whenAbsent == .wake { wakeUp(controller) }
    }
  }

  private func wakeUp(_ controller: Controller) {
    guard controller.kept.count == 1, let wake else { return }
    wake(controller) { [weak self] answer in
      if answer.status == .ok { return }  // its initialization delivered them
      self?.fail(controller, answer)
    }
  }

  /// Delivers what was kept for a page that has just been initialized.
  package func deliverKept(to controller: Controller) {
    let calls = controller.kept
    controller.kept.removeAll()
    for call in calls {
      stack.scheduler.later { [weak self] in
        self?.call(
          call.slot, call.arguments, from: nil, chain: call.chain, completion: call.completion)
      }
    }
  }

  /// Answers everything that was kept for a page with a failure, such as at sign-out.
  package func fail(_ controller: Controller, _ answer: PortAnswer) {
    let calls = controller.kept
    controller.kept.removeAll()
    for call in calls { call.completion(answer) }
  }
}

extension ActionSlot {
  /// Why it cannot be called, where nobody or too many offer it.
  var refusal: PortAnswer {
    switch provider {
    case .several(let pages):
      PortAnswer(
        .unavailable,
        message:
          "\(name) is offered by \(pages.joined(separator: " and ")); choose one under \"providers\" in app.json")
    default: PortAnswer(.notFound, message: "no page offers \(name)")
    }
  }
}

extension Signature {
  /// Says how `values` differ from the arguments; nil when they fit.
  func mismatch(_ values: [Value]) -> PortAnswer? {
    guard values.map(\.type) != arguments.map(\.type) else { return nil }
    let given = values.map(\.type.rawValue).joined(separator: ", ")
    return PortAnswer(.invalid, message: "\(self) was called with (\(given))")
  }
}
