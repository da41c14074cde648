internal import PageABI

/// One page's side of the boundary: what it is waiting for, its tasks, the memory of its answers.
@MainActor final class HostLink {
  /// Set while the host makes a page, so that `Page.init` needs no parameter that subclasses would have to pass on.
  static var opening: HostLink?

  let host: UnsafePointer<page_host>
  let instance: page_instance
  let memory = ReplyMemory()
  /// The nodes of the view that the host has, by id, that a person can act on.
  var handlers: [String: Node] = [:]
  /// The main button of that view.
  var mainButton: Node?
  /// Whether the page has been given its data and not let go of it.
  private(set) var isActive = false

  private var tasks: [UInt64: Task<Void, Never>] = [:]
  private var waiting: [page_token: UnsafeContinuation<Result<PageValue, PageError>, Never>] = [:]
  /// Who is told how far requests are.
  var listeners: [page_token: Requests.Progress] = [:]
  private var lastToken: page_token = 0
  private var actions: [String: page_action_id] = [:]

  init(host: UnsafePointer<page_host>, instance: page_instance) {
    self.host = host
    self.instance = instance
  }

  var wall: Int64 { host.pointee.wall(host) }

  func nextToken() -> page_token {
    lastToken += 1
    return lastToken
  }

  // MARK: Life

  /// Begins a life of the page.
  func begin() {
    // A first try to initialize it may have failed half-way.
    cancelAll()
    isActive = true
  }

  /// Ends a life: what the page started or waits for is cancelled and, as far as it heeds that, has ended.
  func end() {
    cancelAll()
    handlers.removeAll()
    mainButton = nil
  }

  private func cancelAll() {
    isActive = false
    HostLoop.shared.enter {
      for task in tasks.values { task.cancel() }
      let continuations = waiting.values
      waiting.removeAll()
      listeners.removeAll()
      for continuation in continuations { continuation.resume(returning: .failure(.left)) }
      HostLoop.shared.endSleeps(of: instance)
    }
    tasks.removeAll()
  }

  /// Starts work that serves a call (0: none) and is cancelled when the page leaves.
  @discardableResult
  func start(call: page_token, _ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let number = nextToken()
    let task = Task { @MainActor [weak self, instance] in
      await CurrentWork.$value.withValue(CurrentWork(instance: instance, call: call)) {
        await work()
      }
      self?.tasks[number] = nil
    }
    tasks[number] = task
    return task
  }

  // MARK: Requests

  /// Asks the host for something by a token and waits for the answer, which may come at once.
  func request(
    _ ask: (page_token, ReplyMemory, UnsafeMutablePointer<page_value>) -> page_status
  ) async throws -> PageValue {
    let number = nextToken()
    return try await request(number) { scratch, reply in ask(number, scratch, reply) }
  }

  /// Asks the host for something by a token that the caller has chosen.
  func request(
    _ number: page_token,
    _ ask: (ReplyMemory, UnsafeMutablePointer<page_value>) -> page_status
  ) async throws -> PageValue {
    guard isActive else { throw PageError.left }
    var reply = page_value()
    let status = ReplyMemory.lend { ask($0, &reply) }
    switch status {
    case PAGE_OK: return PageValue(reply)
    case PAGE_PENDING:
      let answer = await withUnsafeContinuation { waiting[number] = $0 }
      return try answer.get()
    default: throw PageError(status, words: reply)
    }
  }

  /// Ends the wait for an answer; tells whether anyone waited.
  func abandon(_ token: page_token) -> Bool {
    guard let continuation = waiting.removeValue(forKey: token) else { return false }
    listeners[token] = nil
    continuation.resume(
      returning: .failure(PageError(PAGE_CANCELLED, "the task that waited was cancelled")))
    return true
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
    let parent = CurrentWork.value.call
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
    let status = ReplyMemory.lend { host.pointee.find(host, $0.string(action), &id) }
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
      throw PageError(
        PAGE_DENIED, "page.json does not ask for \(id), or this host has no such service")
    }
    return table.assumingMemoryBound(to: Table.self)
  }

  // MARK: Statements

  func announce(_ outcome: String, _ values: [String: PageValue]) {
    let status = ReplyMemory.lend { scratch in
      host.pointee.announce(host, instance, scratch.string(outcome), scratch.map(values))
    }
    if status != PAGE_OK {
      log(
        "the outcome \(outcome) was refused (status \(status)): does page.json declare it, with these values?",
        level: .error)
    }
  }

  func log(_ text: String, level: Page.LogLevel) {
    ReplyMemory.lend { host.pointee.log(host, instance, level.rawValue, $0.string(text)) }
  }
}

extension PageError {
  /// What becomes of a request when its page is left.
  static let left = PageError(PAGE_CANCELLED, "the page left")

  /// A failure with the words that came with it.
  init(_ status: page_status, words: page_value) {
    self.init(
      status,
      words.type == PAGE_TYPE_STRING ? String(words.as.string) : "the request failed (\(status))")
  }
}
