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
  func serve(
    _ call: UnsafePointer<page_call>, _ body: @escaping @MainActor (Page) async throws -> PageValue,
    reply: (PageValue) -> Void
  ) -> page_status {
    link.memory.reset()
    let answer = Answer()
    let token = call.pointee.token
    link.start(call: token) { [page, link] in
      let result: Result<PageValue, any Error>
      do { result = .success(try await body(page)) } catch { result = .failure(error) }
      if answer.isLate { link.complete(token, result) } else { answer.result = result }
    }
    HostLoop.shared.drain()
    switch answer.result {
    case .success(let value):
      reply(value)
      return PAGE_OK
    case .failure(let error):
      let (status, words) = PageError.crossing(error)
      call.pointee.error.pointee = link.memory.string(words)
      return status
    case nil:
      answer.isLate = true
      return link.isReleased ? PAGE_CANCELLED : PAGE_PENDING
    }
  }

  /// Enters for something that cannot fail nor wait.
  func enter(_ body: @MainActor (Page) -> Void) {
    link.memory.reset()
    body(page)
    HostLoop.shared.drain()
  }

  func release() {
    link.memory.reset()
    link.cancelAll()
    page.releaseData()
    HostLoop.shared.drain()
  }

  /// Tells the page what a person did.
  func event(
    _ call: UnsafePointer<page_call>, _ event: page_event
  ) -> page_status {
    guard let node = link.handlers[String(event.id)] else {
      call.pointee.error.pointee = link.memory.string("the view has no such element any more")
      return PAGE_NOT_FOUND
    }
    let value = PageValue(event.value)
    // Enter in a field that does nothing with it is Enter on the page's main button.
    var submit = node.submit
    if submit == nil, case .tap(let action) = link.prominent?.action { submit = action }
    return serve(call) { [submit] _ in
      switch (event.kind, node.action, value) {
      case (PAGE_EVENT_TAP, .tap(let action), _): try await action()
      case (PAGE_EVENT_CHANGE, .change(let change), .string(let text)): change(text)
      case (PAGE_EVENT_TOGGLE, .toggle(let change), .boolean(let on)): change(on)
      case (PAGE_EVENT_SUBMIT, .change(let change), .string(let text)):
        change(text)
        try await submit?()
      default: break
      }
      return .nothing
    } reply: { _ in
    }
  }
}

extension HostLink {
  /// Answers an entry that was left pending.
  func complete(_ token: page_token, _ result: Result<PageValue, any Error>) {
    let scratch = ReplyMemory()
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

extension PageError {
  /// An error as it crosses the boundary: the page's own failure, unless it was cancelled.
  static func crossing(_ error: any Error) -> (page_status, String) {
    if error is CancellationError { return (PAGE_CANCELLED, "cancelled") }
    if let error = error as? PageError {
      return (error.status == PAGE_CANCELLED ? PAGE_CANCELLED : PAGE_FAILED, error.message)
    }
    return (PAGE_FAILED, "\(error)")
  }
}
