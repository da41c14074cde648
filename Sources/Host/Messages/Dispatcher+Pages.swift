internal import ManifestModel
package import PageABI

/// Whether an answer came during the call that asked for it.
@MainActor private final class FirstAnswer {
  var answer: PortAnswer?
  var isLate = false
}

// Calls that come from a page: the way that is fast, and the way that is general.
extension Dispatcher {
  /// Serves `page_host.call`.
  package func call(
    from module: some OpenModule, instance number: UInt64, request: UnsafePointer<page_request>,
    reply: UnsafeMutablePointer<page_value>
  ) -> page_status {
    guard Int(request.pointee.size) >= MemoryLayout<page_request>.size else {
      return fail(reply, .invalid, "the request is smaller than a page_request; set its size")
    }
    let slotNumber = Int(request.pointee.action)
    guard slotNumber < actions.slots.count, module.mayCall(slotNumber)
    else { return fail(reply, .notFound, "the action's number is none that page_host.find gave") }
    let slot = actions.slots[slotNumber]
    guard module.hasInstance(number) else {
      return fail(reply, .cancelled, "the page that calls has left")
    }
    if let status = callDirectly(slot, from: module, number, request, reply) { return status }
    guard let caller = module.instance(number) else { return PAGE_CANCELLED }
    return callGenerally(slot, from: caller, request, reply)
  }

  /// Calls a page that is initialized and not on the stack, with numbers only: nothing is copied or allocated.
  ///
  /// Nil when the call is not of that kind; then nothing has happened.
  private func callDirectly(
    _ slot: ActionSlot, from module: some OpenModule, _ number: UInt64,
    _ request: UnsafePointer<page_request>, _ reply: UnsafeMutablePointer<page_value>
  ) -> page_status? {
    guard trace == nil, case .one(let offer) = slot.provider,
      offer.controller.kept.isEmpty,
      let port = offer.controller.activePort as? InProcessPort, !port.isEntered,
      let function = port.actionFunction(offer.index)
    else { return nil }
    // Only calls that serve the innermost entry, or none, are counted by the stack alone.
    if let frame = stack.frames.last {
      guard frame.depth < CallChain.limit,
        request.pointee.parent == 0 || request.pointee.parent == frame.token
      else { return nil }
    } else if request.pointee.parent != 0 {
      return nil
    }
    let interface = offer.interface
    guard interface.reply <= PAGE_TYPE_REAL, interface.arguments.count == request.pointee.count
    else { return nil }
    for (place, type) in interface.arguments.enumerated() {
      guard type <= PAGE_TYPE_REAL, let given = request.pointee.arguments?[place],
        given.type == type, type != PAGE_TYPE_BOOLEAN || given.byte <= 1
      else { return nil }
    }
    switch port.callDirectly(slot, interface, function, request, reply) {
    case .done: return PAGE_OK
    case .failed(let answer): return fail(reply, answer)
    case .pending(let token):
      guard let caller = module.instance(number) else { return PAGE_CANCELLED }
      let chain = CallChain("\(slot.name) (\(port.name))", parent: stack.chain)
      port.awaitAnswer(
        token, interface.reply, chain: chain, completion: answer(caller, request.pointee.token))
      return PAGE_PENDING
    }
  }

  private func callGenerally(
    _ slot: ActionSlot, from caller: Instance, _ request: UnsafePointer<page_request>,
    _ reply: UnsafeMutablePointer<page_value>
  ) -> page_status {
    let arguments: [Value]
    do throws(Value.BoundaryError) {
      let list = page_list(items: request.pointee.arguments, count: request.pointee.count)
      let copied = try Value.copy(list)
      arguments = copied.compactMap { $0 }
      guard arguments.count == copied.count else {
        return fail(reply, .invalid, "\(slot.name): an argument has no value")
      }
    } catch {
      return fail(reply, .invalid, "\(slot.name): \(error)")
    }
    let token = request.pointee.token
    let port = caller.port.inProcess
    let chain =
      port?.chain(of: request.pointee.parent) ?? stack.chain
      ?? CallChain(caller.name, parent: nil)
    let late = answer(caller, token)
    let first = FirstAnswer()
    call(slot, arguments, from: caller.name, chain: chain) { given in
      if first.isLate { late(given) } else { first.answer = given }
    }
    guard let early = first.answer else {
      first.isLate = true
      return PAGE_PENDING
    }
    guard early.status == .ok else { return fail(reply, early) }
    replyMemory.reset()
    reply.pointee = replyMemory.value(early.value)
    return PAGE_OK
  }

  /// Answers a caller later, by its token, when the stack is clear; not at all once it has left.
  private func answer(
    _ caller: Instance, _ token: page_token
  ) -> @MainActor (PortAnswer) -> Void {
    { [stack, weak caller] answer in
      stack.scheduler.later {
        guard let caller, caller.state != .released else { return }
        caller.port.enter(.completed(token: token, answer)) { _ in }
      }
    }
  }

  private func fail(
    _ reply: UnsafeMutablePointer<page_value>, _ status: PageStatus, _ message: String
  ) -> page_status {
    fail(reply, PortAnswer(status, message: message))
  }

  private func fail(
    _ reply: UnsafeMutablePointer<page_value>, _ answer: PortAnswer
  ) -> page_status {
    replyMemory.reset()
    reply.pointee = replyMemory.value(.string(stack.told(answer)))
    return answer.status.rawValue
  }

  /// Serves `page_host.find`: the number of an action that the module's manifest lists.
  package func find(_ name: String, for module: some OpenModule) -> (page_status, page_action_id) {
    let listed =
      module.manifest.calls.contains { $0.name == name }
      || module.manifest.pages.contains { $0.actions.contains { $0.signature.name == name } }
    guard listed else { return (PAGE_DENIED, 0) }
    let number = actions.slot(name).number
    module.allowCall(Int(number))
    return (PAGE_OK, number)
  }
}
