internal import PageABI

/// One page's side of the boundary: what it is waiting for, its tasks, the memory of its answers.
@MainActor final class HostLink {
  /// Set while the host makes a page, so that `Page.init` needs no parameter that subclasses would have to pass on.
  static var opening: HostLink?

  let host: UnsafePointer<page_host>
  let instance: page_instance
  let memory = ReplyMemory()
  /// The elements of the view that was read last that a person can act on, by id.
  var handlers: [String: Node] = [:]
  /// The main button of that view.
  var prominent: Node?
  var isReleased = false

  private var tasks: [UInt64: Task<Void, Never>] = [:]
  private var waiting: [page_token: UnsafeContinuation<Result<PageValue, PageError>, Never>] = [:]
  private var lastToken: page_token = 0
  private var actions: [String: page_action_id] = [:]

  init(host: UnsafePointer<page_host>, instance: page_instance) {
    self.host = host
    self.instance = instance
  }

  var wall: Int64 { host.pointee.wall(host) }

  private func token() -> page_token {
    lastToken += 1
    return lastToken
  }

  // MARK: Tasks

  /// Starts work that serves a call (0: none) and is cancelled when the page leaves.
  func start(call: page_token, _ work: @escaping @MainActor () async -> Void) {
    guard !isReleased else { return }
    let number = token()
    tasks[number] = Task { @MainActor [weak self] in
      await CurrentCall.$page.withValue(self?.instance) {
        await CurrentCall.$token.withValue(call) { await work() }
      }
      self?.tasks[number] = nil
    }
  }

  /// Cancels everything that the page started or waits for, and lets it end.
  func cancelAll() {
    isReleased = true
    for task in tasks.values { task.cancel() }
    let continuations = waiting.values
    waiting.removeAll()
    let cancelled = PageError(PAGE_CANCELLED, "the page left")
    for continuation in continuations { continuation.resume(returning: .failure(cancelled)) }
    HostLoop.shared.wake(instance)
    HostLoop.shared.drain()
    tasks.removeAll()
    handlers.removeAll()
    prominent = nil
  }

  // MARK: Requests

  /// Asks the host for something by a token and waits for the answer, which may come at once.
  func request(
    _ ask: (page_token, ReplyMemory, UnsafeMutablePointer<page_value>) -> page_status
  ) async throws -> PageValue {
    guard !isReleased else { throw PageError(PAGE_CANCELLED, "the page left") }
    let number = token()
    let scratch = ReplyMemory()
    var reply = page_value()
    let status = ask(number, scratch, &reply)
    switch status {
    case PAGE_OK: return PageValue(reply)
    case PAGE_PENDING:
      let answer = await withUnsafeContinuation { waiting[number] = $0 }
      return try answer.get()
    default: throw PageError(status, words: reply)
    }
  }

  /// Takes an answer of the host.
  func completed(_ token: page_token, _ status: page_status, _ value: page_value) {
    guard let continuation = waiting.removeValue(forKey: token) else { return }
    continuation.resume(
      returning: status == PAGE_OK
        ? .success(PageValue(value)) : .failure(PageError(status, words: value)))
  }

  func call(_ action: String, _ arguments: [PageValue]) async throws -> PageValue {
    let id = try find(action)
    let parent = CurrentCall.token
    return try await request { token, scratch, reply in
      let list = scratch.list(arguments)
      var request = page_request(
        size: UInt32(MemoryLayout<page_request>.size), action: id, token: token, parent: parent,
        arguments: list.items, count: list.count)
      return host.pointee.call(host, instance, &request, reply)
    }
  }

  private func find(_ action: String) throws(PageError) -> page_action_id {
    if let known = actions[action] { return known }
    var id: page_action_id = 0
    let scratch = ReplyMemory()
    let status = host.pointee.find(host, scratch.string(action), &id)
    guard status == PAGE_OK else {
      throw PageError(
        status,
        status == PAGE_DENIED
          ? "page.json does not list \(action) in \"calls\"" : "\(action) is not an action's name")
    }
    actions[action] = id
    return id
  }

  /// Gives the functions of an extension.
  func service<Table>(_ id: String, _: Table.Type) throws(PageError) -> UnsafePointer<Table> {
    guard let table = id.withCString({ host.pointee.get_extension(host, $0) }) else {
      throw PageError(PAGE_DENIED, "page.json does not ask for \(id), or this host has no such service")
    }
    return table.assumingMemoryBound(to: Table.self)
  }

  // MARK: Statements

  func announce(_ outcome: String, _ values: [String: PageValue]) {
    let scratch = ReplyMemory()
    let status = host.pointee.announce(
      host, instance, scratch.string(outcome), scratch.map(values))
    if status != PAGE_OK {
      log("the outcome \(outcome) was refused (status \(status)): is it in page.json, with these values?", level: .error)
    }
  }

  func log(_ text: String, level: Page.LogLevel) {
    host.pointee.log(host, instance, level.rawValue, ReplyMemory().string(text))
  }
}

/// What the running task serves.
enum CurrentCall {
  /// The call, so that chains of calls can be counted across suspensions.
  @TaskLocal static var token: page_token = 0
  /// The page, so that its sleeps can be ended with it.
  @TaskLocal static var page: page_instance?
}

extension PageError {
  /// A failure with the words that came with it.
  init(_ status: page_status, words: page_value) {
    self.init(
      status,
      words.type == PAGE_TYPE_STRING ? String(words.as.string) : "the request failed (\(status))")
  }
}
