internal import PageABI

extension InProcessPort {
  /// The C function of an action by its place in the definition.
  func actionFunction(_ index: Int) -> (@convention(c) () -> Void)? {
    guard isValid, index < definition.table.pointee.action_count else { return nil }
    return definition.table.pointee.actions?[index].function
  }

  /// How a direct call ended.
  enum DirectResult {
    case done
    case pending(page_token)
    case failed(PortAnswer)
  }

  // A function and no closure, which would check its actor again.
  private func call(
    _ interface: CallInterface, _ function: @convention(c) () -> Void,
    _ page: UnsafeMutableRawPointer, _ token: page_token,
    _ error: UnsafeMutablePointer<page_string>, _ request: UnsafePointer<page_request>,
    _ reply: UnsafeMutablePointer<page_value>
  ) -> page_status {
    var call = page_call(
      size: UInt32(MemoryLayout<page_call>.size), reserved: 0, token: token, error: error)
    return interface.call(
      function, page: page, call: &call, values: request.pointee.arguments,
      reply: UnsafeMutableRawPointer(reply) + CallInterface.payloadOffset)
  }

  /// Calls an action with the caller's own numbers; the reply, a number too, goes straight to the caller.
  func callDirectly(
    _ slot: ActionSlot, _ interface: CallInterface, _ function: @convention(c) () -> Void,
    _ request: UnsafePointer<page_request>, _ reply: UnsafeMutablePointer<page_value>
  ) -> DirectResult {
    guard let page else { return .failed(PortAnswer(.cancelled, message: "\(name) has left")) }
    let token = stack.nextToken()
    var error = page_string()
    reply.pointee = page_value()
    entries += 1
    stack.push(
      self, token: token, depth: (stack.frames.last?.depth ?? 0) + 1, action: slot, base: nil)
    let status = call(interface, function, page, token, &error, request, reply)
    stack.pop()
    entries -= 1
    module.wasEntered()
    switch status {
    case PAGE_OK:
      reply.pointee.type = interface.reply
      if interface.reply == PAGE_TYPE_BOOLEAN { reply.pointee.as.boolean = reply.pointee.byte != 0 }
      return .done
    case PAGE_PENDING: return .pending(token)
    default:
      return .failed(
        PortAnswer(
          ofPage: PageStatus(rawValue: status), message: (try? Value.copy(error)) ?? ""))
    }
  }
}
