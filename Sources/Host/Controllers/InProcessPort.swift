internal import ManifestModel
internal import PageABI

/// The port of a page in the host's own process: a C function call for each entry.
@MainActor package final class InProcessPort: PagePort {
  let module: any OpenModule
  let label: ModuleLabel?
  let name: String
  private let number: UInt64
  /// How often the page is on the stack: 0 or 1.
  var entries = 0
  package private(set) var isValid = true

  let definition: PageDefinition
  private(set) var page: UnsafeMutableRawPointer?
  let stack: EntryStack
  private let memory = ValueMemory()
  private var pending: [page_token: PendingEntry] = [:]
  /// What came while the page was on the stack, in order.
  private var waiting: [WaitingEntry] = []
  /// Whether a turn has been asked for in which they are entered, or is under way.
  private var entersWaiting = false

  /// An entry that waits until the page is off the stack.
  private struct WaitingEntry {
    var entry: PortEntry
    var completion: @MainActor (PortAnswer) -> Void
  }

  /// An entry that the page will answer later.
  private struct PendingEntry {
    var completion: @MainActor (PortAnswer) -> Void
    var chain: CallChain?
    var replyType: page_type
    var cancelDeadline: @MainActor () -> Void
  }

  /// How long a page may take to answer an entry that it left pending, in nanoseconds.
  package static let deadline: UInt64 = 30_000_000_000

  /// Makes the page's object.
  /// - Throws: ``PortAnswer`` with the page's own reason when it cannot be made.
  init(
    _ definition: PageDefinition, of module: any OpenModule, number: UInt64,
    stack: EntryStack
  ) throws(InstanceError) {
    self.definition = definition
    self.module = module
    label = module.label
    self.stack = stack
    self.number = number
    name = "\(String(cString: definition.table.pointee.name))#\(number)"
    stack.push(self, token: 0, depth: 1, action: nil, base: nil)
    let status = definition.table.pointee.create(definition.original, module.table, number, &page)
    stack.pop()
    guard status == PAGE_OK, page != nil else {
      isValid = false
      throw InstanceError(
        page: name, message: "its create function gave \(PageStatus(rawValue: status))")
    }
  }

  package var isEntered: Bool { entries > 0 }
  package var inProcess: InProcessPort? { self }
  /// How many entries the page has not answered yet.
  package var unansweredEntries: Int { pending.count }

  package func invalidate() {
    isValid = false
    let answers = pending.sorted { $0.key < $1.key }.map(\.value)
    let dropped = waiting.filter { !$0.entry.ends }
    pending.removeAll()
    waiting.removeAll { !$0.entry.ends }
    for entry in answers {
      entry.cancelDeadline()
      entry.completion(hasLeft)
    }
    for entry in dropped { entry.completion(hasLeft) }
  }

  private var hasLeft: PortAnswer { PortAnswer(.cancelled, message: "\(name) has left") }

  /// The chain of an entry that the page has not answered yet, or of the one that is on the stack.
  func chain(of token: page_token) -> CallChain? {
    guard token != 0 else { return nil }
    if let entry = pending[token] { return entry.chain }
    return stack.frames.contains { $0.token == token } ? stack.chain : nil
  }

  // MARK: Entering

  /// Runs `body` with the page on the stack; marks every view of the module as stale unless it changes none.
  func entering<T>(
    token: page_token = 0, depth: Int = 1, action: ActionSlot? = nil, base: CallChain? = nil,
    changesView: Bool = true, _ body: (UnsafeMutableRawPointer) -> T
  ) -> T? {
    guard let page else { return nil }
    entries += 1
    stack.push(self, token: token, depth: depth, action: action, base: base)
    let result = body(page)
    stack.pop()
    entries -= 1
    if changesView { module.wasEntered() }
    return result
  }

  package func enter(
    _ entry: PortEntry, completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard isValid else { return completion(hasLeft) }
    // A page is entered at most once: what comes while it is on the stack waits until the stack is clear, and so does
    // what comes after it, so that entries keep their order.
    guard !isEntered, !entersWaiting else {
      waiting.append(WaitingEntry(entry: entry, completion: completion))
      return enterWaitingLater()
    }
    perform(entry, completion)
  }

  private func enterWaitingLater() {
    guard !entersWaiting else { return }
    entersWaiting = true
    stack.scheduler.later { [self] in enterWaiting() }
  }

  /// Enters for what waits now; what comes meanwhile waits for another turn, so that this one ends.
  private func enterWaiting() {
    for _ in waiting.indices where !isEntered && !waiting.isEmpty {
      let next = waiting.removeFirst()
      perform(next.entry, next.completion)
    }
    entersWaiting = false
    if !waiting.isEmpty { enterWaitingLater() }
  }

  private func perform(
    _ entry: PortEntry, _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard let page else { return completion(hasLeft) }
    stack.entered?(name, entry)
    memory.reset()
    let table = definition.table.pointee
    switch entry {
    case .appearStarted: tell(table.appear_started, completion)
    case .appearFinished: tell(table.appear_finished, completion)
    case .disappearStarted: tell(table.disappear_started, completion)
    case .disappearFinished: tell(table.disappear_finished, completion)
    case .memoryWarning(let level):
      let number = level == .critical ? PAGE_MEMORY_CRITICAL : PAGE_MEMORY_LOW
      if let function = table.memory_warning { _ = entering { function($0, number) } }
      completion(.done)
    case .releaseData: tell(table.release_data, completion)
    case .destroy:
      _ = entering { table.destroy($0) }
      self.page = nil
      completion(.done)
    case .initData(let arguments, let state):
      guard let function = table.init_data else { return completion(.done) }
      let (arguments, state) = (memory.map(arguments), memory.map(state))
      ask(completion) { page, call, _ in function(page, call, arguments, state) }
    case .saveState:
      guard let function = table.save_state else {
        return completion(PortAnswer(.ok, payload: .value(.map([:]))))
      }
      ask(replyType: PAGE_TYPE_MAP, completion) { page, call, reply in
        function(page, call, reply.assumingMemoryBound(to: page_map.self))
      }
    case .event(let event):
      guard let function = table.event else { return completion(.done) }
      var event = memory.event(event)
      ask(completion) { page, call, _ in function(page, call, &event) }
    case .completed(let token, let answer):
      guard let function = table.completed else { return completion(.done) }
      var value = memory.value(
        answer.status == .ok ? answer.value : .string(stack.told(answer)))
      _ = entering { function($0, token, answer.status.rawValue, &value) }
      completion(.done)
    case .progress(let token, let received, let total):
      tellProgress(token, received, total)
      completion(.done)
    case .view: completion(readView(page))
    case .action(let call): callAction(call, completion)
    }
  }

  private func tell(
    _ function: (@convention(c) (UnsafeMutableRawPointer) -> Void)?,
    _ completion: @MainActor (PortAnswer) -> Void
  ) {
    if let function { _ = entering { function($0) } }
    completion(.done)
  }

  /// Tells a page that takes it how far its request is.
  private func tellProgress(_ token: page_token, _ received: Int64, _ total: Int64) {
    guard let find = definition.table.pointee.get_extension else { return }
    _ = entering { page in
      guard let found = find(page, PAGE_REQUESTS_PROGRESS) else { return }
      let table = found.assumingMemoryBound(to: page_requests_progress.self)
      guard table.pointee.size >= MemoryLayout<page_requests_progress>.size else { return }
      table.pointee.progress(page, token, received, total)
    }
  }

  private func readView(_ page: UnsafeMutableRawPointer) -> PortAnswer {
    guard let function = definition.table.pointee.view else {
      return PortAnswer(.ok, payload: .view(.empty))
    }
    var view = page_view()
    view.size = UInt32(MemoryLayout<page_view>.size)
    view.node_size = UInt32(MemoryLayout<page_node>.stride)
    let answer = entering(changesView: false) { page -> PortAnswer in
      let status = function(page, &view)
      guard status == PAGE_OK else {
        return PortAnswer(PageStatus(rawValue: status), message: "\(name) gave no view")
      }
      do throws(ViewError) {
        return PortAnswer(.ok, payload: .view(try PageView(copying: view)))
      } catch {
        return PortAnswer(.invalid, message: "\(name): \(error)")
      }
    }
    return answer ?? PortAnswer(.cancelled)
  }

  private func callAction(
    _ call: ActionCall, _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard let function = actionFunction(call.offer.index) else {
      return completion(
        PortAnswer(.notFound, message: "\(name) does not offer \(call.slot.name)"))
    }
    let interface = call.offer.interface
    let values = memory.list(call.arguments)
    ask(
      replyType: interface.reply, action: call.slot, chain: call.chain, completion
    ) { page, call, reply in
      interface.call(function, page: page, call: call, values: values.items, reply: reply)
    }
  }

  /// Enters for something that is answered, now or later.
  private func ask(
    replyType: page_type = PAGE_TYPE_NONE, action: ActionSlot? = nil, chain: CallChain? = nil,
    _ completion: @escaping @MainActor (PortAnswer) -> Void,
    _ function: (UnsafeMutableRawPointer, UnsafePointer<page_call>, UnsafeMutableRawPointer) ->
      page_status
  ) {
    let token = stack.nextToken()
    var error = page_string()
    // Room for the largest reply, whatever its type.
    var reply: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let answer = entering(
      token: token, depth: (chain?.depth ?? 0) + 1, action: action, base: chain
    ) { page -> PortAnswer in
      let status = withUnsafeMutablePointer(to: &error) { error in
        var call = page_call(
          size: UInt32(MemoryLayout<page_call>.size), reserved: 0, token: token, error: error)
        return withUnsafeMutableBytes(of: &reply) { reply -> page_status in
          guard let base = reply.baseAddress else { return PAGE_FAILED }
          return function(page, &call, base)
        }
      }
      if status == PAGE_OK {
        return withUnsafeBytes(of: &reply) { PortAnswer(reply: $0, type: replyType, of: name) }
      }
      let message = (try? Value.copy(error)) ?? ""
      return PortAnswer(ofPage: PageStatus(rawValue: status), message: message)
    }
    guard let answer else { return completion(hasLeft) }
    guard answer.status == .pending else { return completion(answer) }
    awaitAnswer(
      token, replyType,
      chain: chain.map { CallChain("\(action?.name ?? "") (\(name))", parent: $0) },
      completion: completion)
  }

  /// Remembers an entry that the page will answer later, and its deadline.
  func awaitAnswer(
    _ token: page_token, _ replyType: page_type, chain: CallChain?,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    pending[token] = PendingEntry(
      completion: completion, chain: chain, replyType: replyType,
      cancelDeadline: deadline(of: token))
  }

  /// Ends an entry that is not answered in time; the returned function calls that off.
  private func deadline(of token: page_token) -> @MainActor () -> Void {
    stack.scheduler.after(InProcessPort.deadline) { [weak self] in
      // What the page has answered in this turn, such as to a request whose own time is over, comes first.
      self?.stack.scheduler.later { [weak self] in
        guard let self, pending[token] != nil else { return }
        guard stack.waitsForPerson?(number) != true else {
          pending[token]?.cancelDeadline = deadline(of: token)
          return
        }
        complete(token, PortAnswer(.timedOut, message: "\(name) did not answer in 30 seconds"))
      }
    }
  }

  /// Takes the answer to an entry that was left pending; a late or unknown one is dropped.
  func complete(_ token: page_token, _ answer: PortAnswer) {
    guard let entry = pending.removeValue(forKey: token) else { return }
    entry.cancelDeadline()
    var answer = answer
    if answer.status == .ok, (answer.value?.type.pageType ?? PAGE_TYPE_NONE) != entry.replyType {
      answer = PortAnswer(.invalid, message: "\(name) answered with a value of another type")
    }
    entry.completion(answer)
  }
}
