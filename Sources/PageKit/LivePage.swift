internal import PageABI

/// What the host holds of a page: the object, and how each entry reaches it.
@MainActor final class LivePage {
  let page: Page
  let link: HostLink

  init(_ type: Page.Type, host: UnsafePointer<page_host>, instance: page_instance) {
    link = HostLink(host: host, instance: instance)
    HostLink.opening = link
    page = type.init()
    HostLink.opening = nil
  }

  /// The outcome of one entry, shared by the entry and the task that serves it.
  private final class Answer {
    var result: Result<PageValue, any Error>?
    var isLate = false
  }

  /// Serves an entry by a task: answers at once when it does not suspend, else later by the call's token.
  ///
  /// - Parameter reply: Room for what stands for the value in the contract; nil when there is no reply.
  func serve(
    _ call: UnsafePointer<page_call>, reply: UnsafeMutableRawPointer? = nil,
    _ body: @escaping @MainActor (Page) async throws -> PageValue
  ) -> page_status {
    link.memory.reset()
    guard link.isActive else { return refuseInactive(call) }
    let answer = Answer()
    let token = call.pointee.token
    HostLoop.shared.enter {
      _ = link.start(call: token) { [page, link] in
        let result: Result<PageValue, any Error>
        do { result = .success(try await body(page)) } catch { result = .failure(error) }
        if answer.isLate { link.complete(token, result) } else { answer.result = result }
      }
    }
    guard let result = answer.result else {
      answer.isLate = true
      return PAGE_PENDING
    }
    return self.answer(call, reply, result)
  }

  /// Serves an entry that does not wait for anything.
  func serveNow(
    _ call: UnsafePointer<page_call>, reply: UnsafeMutableRawPointer?,
    _ body: @MainActor (Page) throws -> PageValue
  ) -> page_status {
    link.memory.reset()
    guard link.isActive else { return refuseInactive(call) }
    return answer(call, reply, HostLoop.shared.enter { Result { try body(page) } })
  }

  private func answer(
    _ call: UnsafePointer<page_call>, _ reply: UnsafeMutableRawPointer?,
    _ result: Result<PageValue, any Error>
  ) -> page_status {
    switch result {
    case .success(let value):
      if let reply { link.memory.store(value, at: reply) }
      return PAGE_OK
    case .failure(let error):
      let (status, words) = PageError.crossing(error)
      return refuse(call, status, words)
    }
  }

  private func refuseInactive(_ call: UnsafePointer<page_call>) -> page_status {
    refuse(call, PAGE_UNAVAILABLE, "the page is not initialized")
  }

  private func refuse(
    _ call: UnsafePointer<page_call>, _ status: page_status, _ words: String
  ) -> page_status {
    call.pointee.error.pointee = link.memory.string(words)
    return status
  }

  /// Enters for something that cannot fail nor wait.
  func enter(_ body: @MainActor (Page) -> Void) {
    link.memory.reset()
    HostLoop.shared.enter { body(page) }
  }

  /// Lets go of the page's data; a page that has none is left as it is.
  func release() {
    guard link.isActive else { return }
    link.end()
    enter { $0.releaseData() }
  }

  /// Takes the answer to a request of the page's.
  func completed(_ token: page_token, _ status: page_status, _ value: page_value) {
    link.memory.reset()
    HostLoop.shared.enter { link.completed(token, status, value) }
  }

  /// Tells the page what a person did.
  func event(_ call: UnsafePointer<page_call>, _ event: page_event) -> page_status {
    guard let node = link.handlers[String(event.id)] else {
      link.memory.reset()
      return refuse(call, PAGE_NOT_FOUND, "the view has no such element any more")
    }
    let value = PageValue(event.value)
    let kind = event.kind
    return serve(call) { [mainButton = link.mainButton] _ in
      try await node.perform(kind, value)
      // Enter in a field that does nothing with it is a tap on the page's main button.
      if kind == PAGE_EVENT_SUBMIT, node.submit == nil {
        try await mainButton?.perform(PAGE_EVENT_TAP, .nothing)
      }
      return .nothing
    }
  }
}

extension Node {
  /// Does what the page wants done when a person does something.
  @MainActor fileprivate func perform(_ event: page_event_kind, _ value: PageValue) async throws {
    switch (event, action, value) {
    case (PAGE_EVENT_TAP, .tap(let action), _): try await action()
    case (PAGE_EVENT_CHANGE, .change(let change), .string(let text)): change(text)
    case (PAGE_EVENT_TOGGLE, .toggle(let change), .boolean(let on)): change(on)
    case (PAGE_EVENT_SUBMIT, .change(let change), .string(let text)):
      change(text)
      try await submit?()
    case (PAGE_EVENT_TOUCH_BEGAN...PAGE_EVENT_TOUCH_CANCELLED, _, .list(let place)):
      guard let phase = TouchPhase(rawValue: event), let touch, place.count == 2,
        case .integer(let x) = place[0], case .integer(let y) = place[1]
      else { throw PageError(PAGE_INVALID, "the \(kind) takes no touches") }
      touch(phase, Int(x), Int(y))
    default: throw PageError(PAGE_INVALID, "a \(kind) takes no such event")
    }
  }
}

extension HostLink {
  /// Answers an entry that was left pending.
  func complete(_ token: page_token, _ result: Result<PageValue, any Error>) {
    ReplyMemory.lend { scratch in
      switch result {
      case .success(let value):
        var value = scratch.value(value)
        host.pointee.complete(host, token, PAGE_OK, &value, page_string(data: nil, length: 0))
      case .failure(let error):
        let (status, words) = PageError.crossing(error)
        host.pointee.complete(host, token, status, nil, scratch.string(words))
      }
    }
  }
}

extension PageError {
  /// An error as it crosses the boundary.
  ///
  /// What another page or a service answered is a failure of this page's own to those who asked it.
  static func crossing(_ error: any Error) -> (page_status, String) {
    if error is CancellationError { return (PAGE_CANCELLED, "cancelled") }
    guard let error = error as? PageError else { return (PAGE_FAILED, "\(error)") }
    return (error.status == PAGE_CANCELLED ? PAGE_CANCELLED : PAGE_FAILED, error.message)
  }
}
