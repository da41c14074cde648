/// The stacks of the app, and the requests that change them, one after another.
///
/// A page is initialized before anything changes, so that a page which cannot be shown leaves the one before it.
@MainActor package final class Navigation {
  /// A page to go to.
  package struct Target: Sendable, Hashable {
    package var page: String
    package var arguments: [String: Value]

    package init(_ page: String, _ arguments: [String: Value] = [:]) {
      self.page = page
      self.arguments = arguments
    }
  }

  /// A change that was asked for.
  package enum Request: Sendable, Hashable {
    case root(Target)
    case push(Target)
    case replace(Target)
    case pop
    /// Goes back to a page of the stack that is on screen; nothing when it is not there.
    case popTo(String)
    /// Goes back to the first page of the stack that is on screen.
    case popToRoot
    case tab(Int)
    /// Shows a page over all others until it has a result.
    case present(Target, Presentation.Request)
    /// Ends the presentation whose first page asks; the one that was presented last where nobody does.
    case dismiss(Presentation.Result)
    /// Makes what is on screen anew where it could not be made.
    case retry
    /// Shows stacks that were kept.
    case restore(RestoredStack)
  }

  /// Entries that were kept, none of which has an instance.
  package final class RestoredStack: Sendable, Hashable {
    // Made and read on the host's thread only; the request that carries them is a plain value.
    @MainActor let entries: [StackEntry]

    @MainActor init(_ entries: [StackEntry]) { self.entries = entries }

    package static func == (a: RestoredStack, b: RestoredStack) -> Bool { a === b }
    package nonisolated func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  /// The outermost stack; its last entry is on screen.
  package internal(set) var stack: [StackEntry] = []
  /// The pages that were presented over it, the topmost last.
  package internal(set) var presented: [Presentation] = []
  unowned let pages: any PageOpener

  private var queue: [Waiting] = []
  private var current: Waiting?
  /// The request that is being carried out.
  var underWay: Request? { current?.request }
  private var whenIdle: [@MainActor () -> Void] = []
  /// The page that is being made and stands in no stack yet.
  var opening: StackEntry?
  /// The entries that are being initialized for the request under way.
  var making: [StackEntry] = [] {
    didSet { pages.makingChanged() }
  }
  /// The change of what is on screen that has begun and not ended.
  package internal(set) var passage: Passage?
  /// The transition that was asked for with the request under way.
  var wish: Flow.Transition? { current?.wish }
  /// What was told that it is shown.
  var shown: [StackEntry] = []
  /// Grows when what is under way is given up, so that it is dropped when it ends.
  private(set) var generation = 0

  package init(pages: any PageOpener) { self.pages = pages }

  package var isBusy: Bool { current != nil }

  /// What is on screen, the outermost container first; empty before the first page.
  package var chain: [StackEntry] { (presented.last?.stack ?? stack).last?.chain ?? [] }

  /// The innermost page on screen.
  package var top: StackEntry? { chain.last }

  /// Every entry of every stack.
  package var all: [StackEntry] {
    stack.flatMap(\.all) + presented.flatMap { $0.stack.flatMap(\.all) }
  }

  /// Whether there is a page to go back to.
  package var canGoBack: Bool { popped != nil || !presented.isEmpty }

  /// Whether an instance waits for the result of a page that it presented.
  package func isAwaiting(_ instance: Instance) -> Bool {
    presented.contains { $0.request.presenter === instance }
  }

  /// Whether the page that presented an instance waits for its result.
  package func isAwaited(_ instance: Instance) -> Bool {
    presented.contains { $0.request.presenter != nil && $0.stack.first?.instance === instance }
  }

  /// Whether an instance takes part in a presentation whose result is not there yet.
  package func hasPendingResult(_ instance: Instance) -> Bool {
    isAwaiting(instance) || isAwaited(instance)
  }

  /// Whether an entry is on screen or about to be, so that it must keep its instance.
  package func needs(_ entry: StackEntry) -> Bool {
    chain.contains { $0 === entry } || making.contains { $0 === entry }
      || passage?.moves(entry) == true
  }

  // MARK: Requests

  /// A request with what belongs to it alone.
  private struct Waiting {
    var request: Request
    var wish: Flow.Transition?
    /// The page that asked.
    var asker: StackEntry?

    func repeats(_ other: Waiting?) -> Bool {
      request == other?.request && asker === other?.asker
    }
  }

  /// Asks for a change; it is carried out when those before it are.
  ///
  /// One that repeats the last is dropped, and a root switch drops all that wait. A root switch also gives up what is
  /// under way, and so does a person who goes back from a page that is still being made or chooses a tab meanwhile.
  /// - Parameters:
  ///   - transition: How it is drawn; nil leaves that to the page and to the kind of the change.
  ///   - asker: The page that asks; nil: a person or the host. What it asks for is meant for the place where it stands,
  ///     and is dropped when it does not stand there any more.
  package func request(
    _ request: Request, by transition: Flow.Transition? = nil, from asker: StackEntry? = nil
  ) {
    let waiting = Waiting(request: request, wish: transition, asker: asker)
    // A person who goes back twice means it twice.
    let isBack = request == .pop && asker == nil
    if !isBack, waiting.repeats(queue.last) || (queue.isEmpty && waiting.repeats(current)) {
      return
    }
    switch request {
    case .root:
      drop(queue)
      queue = [waiting]
      giveUp()
    case .pop where isBack && isOpening && !isSwitchingRoot && queue.isEmpty && !stack.isEmpty:
      giveUp()
    // The tabs that are shown are about to go.
    case .tab where isSwitchingRoot: break
    case .tab(let index) where hasTab(index):
      // Of several that are chosen while something is under way, the last is meant.
      if case .tab = queue.last?.request { queue.removeLast() }
      let isReturn = isChoosingTab && !hasTab(index, besidesCurrent: true)
      if isOpening { giveUp() }
      // The tab that is still shown was never left.
      if !isReturn { queue.append(waiting) }
    default: queue.append(waiting)
    }
    next()
  }

  /// The tab that many further on, from the one that was chosen last even if it is not shown yet; nil without tabs.
  package func tab(movedBy step: Int) -> Int? {
    guard case .tabs(let tabs) = innermost else { return nil }
    var place = tabs.current
    if case .tab(let index) = queue.last?.request ?? underWay { place = index }
    let count = tabs.stacks.count
    return ((place + step) % count + count) % count
  }

  /// Whether a page is being made that was gone to and is not shown yet.
  private var isOpening: Bool { opening != nil || isChoosingTab }

  private var isChoosingTab: Bool {
    if case .tab = underWay { true } else { false }
  }

  var isSwitchingRoot: Bool {
    if case .root = underWay { true } else { false }
  }

  /// Gives up the change that is under way, for a person who does not wait for it.
  ///
  /// What is shown stays, and the ways back that the person asked for behind it are not gone either. A page that has its
  /// result is left in any case, a root switch is no step that has a way back, and without a page nothing is given up.
  /// - Returns: Whether it was.
  @discardableResult
  func giveUpChange() -> Bool {
    guard let underWay, !stack.isEmpty, !isSwitchingRoot else { return false }
    if case .dismiss(.outcome) = underWay { return false }
    queue.removeAll { $0.request == .pop && $0.asker == nil }
    giveUp()
    next()
    return true
  }

  /// Runs `job` when no request is waiting or under way.
  package func whenIdle(_ job: @escaping @MainActor () -> Void) {
    guard isBusy || !queue.isEmpty else { return job() }
    whenIdle.append(job)
  }

  /// Releases everything and forgets every request: nothing of what was shown can be reached again.
  package func clear() {
    endPassage()
    drop(queue)
    queue.removeAll()
    giveUp()
    let old = all
    let ended = presented
    stack = []
    presented = []
    shown = []
    for entry in old.reversed() { pages.release(entry) }
    for presentation in ended { presentation.request.end(.cancelled) }
    pages.navigationChanged()
    next()
  }

  /// Drops the request that is under way; what it has been making is released, what is in a stack stays there.
  private func giveUp() {
    generation += 1
    if let current { drop([current]) }
    current = nil
    making = []
    let entries = opening?.all ?? []
    opening = nil
    for entry in entries.reversed() { pages.release(entry) }
    // Whoever waits for the end of the change learns that it has one, although nothing else is shown.
    pages.navigationChanged()
  }

  /// Answers those who wait for requests that are not carried out.
  private func drop(_ requests: [Waiting]) {
    for case .present(_, let request) in requests.map(\.request) { request.end(.cancelled) }
  }

  private func next() {
    guard !isBusy else { return }
    guard !queue.isEmpty else {
      let jobs = whenIdle
      whenIdle.removeAll()
      for job in jobs { job() }
      return
    }
    let waiting = queue.removeFirst()
    if let asker = waiting.asker, !canCarryOut(waiting.request, from: asker) {
      drop([waiting])
      pages.requestDropped(from: asker)
      return next()
    }
    current = waiting
    // The next change ends the last one: no page is in two at once.
    endPassage()
    let begun = generation
    perform(waiting.request, from: waiting.asker) { [weak self] in
      guard let self, generation == begun else { return }
      current = nil
      next()
    }
  }
}
