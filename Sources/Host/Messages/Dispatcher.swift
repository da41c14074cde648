internal import ManifestModel

/// Forwards actions: finds who offers a name, checks what is called with what, and reaches the page that answers.
@MainActor package final class Dispatcher {
  package let actions = ActionTable()
  package let stack: EntryStack
  /// Told of every crossing, when set.
  package var trace: (@MainActor (Message) -> Void)?
  /// Initializes a page that is not, for actions that wake it; answers when that is done.
  package var wake: (@MainActor (Controller, @escaping @MainActor (PortAnswer) -> Void) -> Void)?

  /// The reply of the last call, valid until the next.
  let replyMemory = ValueMemory()

  package init(stack: EntryStack) { self.stack = stack }

  /// Finds the providers anew; see ``ActionTable/update(_:chosen:)``.
  package func update(_ controllers: [Controller], chosen: [String: String]) {
    actions.update(controllers, chosen: chosen)
  }

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
    _ slot: ActionSlot, _ arguments: [Value], from caller: String?, chain: CallChain,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard case .one(let offer) = slot.provider else {
      return refuse(slot, arguments, from: caller, slot.refusal, completion)
    }
    if let mismatch = offer.action.signature.mismatch(arguments) {
      return refuse(slot, arguments, from: caller, mismatch, completion)
    }
    guard chain.depth < CallChain.limit else {
      let answer = PortAnswer(
        .tooDeep,
        message: "more than \(CallChain.limit) calls in a chain: \(chain.path) → \(slot.name)")
      return refuse(slot, arguments, from: caller, answer, completion)
    }
    let controller = offer.controller
    guard let instance = controller.active, controller.kept.isEmpty else {
      let kept = KeptCall(
        slot: slot, arguments: arguments, caller: caller, chain: chain,
        wakes: offer.action.whenAbsent == .wake, completion: completion)
      return deliverLater(kept, offer)
    }
    trace?(Message(.call, from: caller, to: instance.name, name: slot.name, values: arguments))
    instance.port.enter(
      .action(ActionCall(slot: slot, offer: offer, arguments: arguments, chain: chain)),
      completion: traced(slot, from: instance.name, to: caller, completion))
  }

  func refuse(
    _ slot: ActionSlot, _ arguments: [Value], from caller: String?, _ answer: PortAnswer,
    _ completion: @MainActor (PortAnswer) -> Void
  ) {
    trace?(
      Message(
        .call, from: caller, to: nil, name: slot.name, values: arguments, status: answer.status))
    completion(answer)
  }

  private func traced(
    _ slot: ActionSlot, from callee: String, to caller: String?,
    _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor (PortAnswer) -> Void {
    guard trace != nil else { return completion }
    return { [weak self] answer in
      self?.trace?(
        Message(
          .reply, from: callee, to: caller, name: slot.name,
          values: answer.value.map { [$0] } ?? [], status: answer.status))
      completion(answer)
    }
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
          "\(name) is offered by \(pages.joined(separator: " and ")); choose one under \"providers\" in app.json"
      )
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
