internal import ManifestModel

/// Makes and releases the instances of entries for the navigation.
@MainActor package protocol PageOpener: AnyObject {
  /// Makes a page's entry, with those of its tabs, without an instance.
  /// - Throws: ``InstanceError`` when there is no such page or it cannot take the arguments.
  func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry
  /// Makes the entry's instance and initializes it; an entry that has one is done at once.
  func initialize(_ entry: StackEntry, completion: @escaping @MainActor (PortAnswer) -> Void)
  /// Releases the entry's instance, if it has one.
  func release(_ entry: StackEntry)
  /// The entries on screen or their number have changed.
  func navigationChanged()
  /// A request could not be carried out; what was shown is still shown.
  func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer)
}

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
    case tab(Int)
    /// Makes what is on screen anew where it could not be made.
    case retry
  }

  /// The outermost stack; its last entry is on screen.
  package private(set) var stack: [StackEntry] = []
  package private(set) var isBusy = false
  unowned let pages: any PageOpener

  private var queue: [Request] = []
  private var whenIdle: [@MainActor () -> Void] = []
  private var shown: [StackEntry] = []
  /// The page that is being made and stands in no stack yet.
  private var opening: StackEntry?
  /// Grows when everything is cleared, so that what was under way is dropped when it ends.
  private var generation = 0

  package init(pages: any PageOpener) { self.pages = pages }

  /// What is on screen, the outermost container first; empty before the first page.
  package var chain: [StackEntry] { stack.last?.chain ?? [] }

  /// The innermost page on screen.
  package var top: StackEntry? { chain.last }

  /// Every entry of every stack.
  package var all: [StackEntry] { stack.flatMap(\.all) }

  /// Whether there is a page to go back to.
  package var canGoBack: Bool { innermostStack.count > 1 }

  private var innermostContainer: StackEntry? { chain.last { $0.tabs != nil } }

  private var innermostStack: [StackEntry] {
    get {
      guard let tabs = innermostContainer?.tabs else { return stack }
      return tabs.stacks[tabs.current]
    }
    set {
      if let tabs = innermostContainer?.tabs {
        tabs.stacks[tabs.current] = newValue
      } else {
        stack = newValue
      }
    }
  }

  // MARK: Requests

  /// Asks for a change; it is carried out when those before it are. One that repeats the last waiting one is dropped,
  /// and a root switch drops all that wait. Going back, or to another root, gives up a page that is still being made.
  package func request(_ request: Request) {
    if queue.last == request { return }
    switch request {
    case .root:
      queue.removeAll()
      cancelOpening()
    case .pop where opening != nil && queue.isEmpty: return cancelOpening()
    default: break
    }
    queue.append(request)
    next()
  }

  private func cancelOpening() {
    guard let entry = opening else { return }
    opening = nil
    generation += 1
    isBusy = false
    for entry in entry.all.reversed() { pages.release(entry) }
    next()
  }

  /// Runs `job` when no request is waiting or under way.
  package func whenIdle(_ job: @escaping @MainActor () -> Void) {
    guard isBusy || !queue.isEmpty else { return job() }
    whenIdle.append(job)
  }

  /// Releases everything and forgets every request: nothing of what was shown can be reached again.
  package func clear() {
    generation += 1
    queue.removeAll()
    isBusy = false
    let old = all + (opening?.all ?? [])
    opening = nil
    stack = []
    shown = []
    for entry in old.reversed() { pages.release(entry) }
    pages.navigationChanged()
  }

  private func next() {
    guard !isBusy else { return }
    guard !queue.isEmpty else {
      let jobs = whenIdle
      whenIdle.removeAll()
      for job in jobs { job() }
      return
    }
    isBusy = true
    let current = generation
    perform(queue.removeFirst()) { [weak self] in
      guard let self, generation == current else { return }
      isBusy = false
      next()
    }
  }

  private func perform(_ request: Request, done: @escaping @MainActor () -> Void) {
    switch request {
    case .root(let target): open(target, done) { $0.stack = [$1] }
    case .push(let target): push(target, done)
    case .replace(let target):
      open(target, done) { $0.innermostStack = $0.innermostStack.dropLast() + [$1] }
    case .pop: pop(done)
    case .tab(let index): choose(index, done)
    case .retry: retry(done)
    }
  }

  // MARK: Changes

  /// Makes a page and, when that went well, changes the stacks.
  private func open(
    _ target: Target, _ done: @escaping @MainActor () -> Void,
    commit: @escaping @MainActor (Navigation, StackEntry) -> Void
  ) {
    let entry: StackEntry
    do throws(InstanceError) {
      entry = try pages.entry(for: target)
    } catch {
      pages.navigationFailed(target, PortAnswer(.notFound, message: error.message))
      return done()
    }
    opening = entry
    initialize(entry.chain) { [self] answer in
      opening = nil
      if answer.status != .ok, !stack.isEmpty {
        for entry in entry.all.reversed() { pages.release(entry) }
        pages.navigationFailed(target, answer)
        return done()
      }
      // There is always a top layer: with nothing to stay on, the page's place tells why it cannot be shown.
      change { commit($0, entry) }
      done()
    }
  }

  private func push(_ target: Target, _ done: @escaping @MainActor () -> Void) {
    let stack = innermostStack
    if let top = stack.last, top.isSame(as: target) { return done() }
    // A page that may be open once is gone back to.
    if let place = stack.firstIndex(where: { $0.page == target.page }),
      stack[place].controller.page.instances == .one
    {
      if stack[place].isSame(as: target) {
        return settle(on: stack[place], done) { $0.innermostStack.removeSubrange((place + 1)...) }
      }
      return open(target, done) { $0.innermostStack.replaceSubrange(place..., with: [$1]) }
    }
    open(target, done) { $0.innermostStack.append($1) }
  }

  private func pop(_ done: @escaping @MainActor () -> Void) {
    let stack = innermostStack
    guard stack.count > 1 else { return done() }
    settle(on: stack[stack.count - 2], done) { $0.innermostStack.removeLast() }
  }

  private func choose(_ index: Int, _ done: @escaping @MainActor () -> Void) {
    guard let tabs = innermostContainer?.tabs, tabs.stacks.indices.contains(index) else {
      return done()
    }
    if index == tabs.current {
      guard tabs.stacks[index].count > 1, let root = tabs.stacks[index].first else { return done() }
      return settle(on: root, done) { _ in tabs.stacks[index].removeSubrange(1...) }
    }
    guard let entry = tabs.stacks[index].last else { return done() }
    settle(on: entry, done) { _ in tabs.current = index }
  }

  private func retry(_ done: @escaping @MainActor () -> Void) {
    initialize(chain.filter { $0.instance == nil }) { [self] _ in
      change { _ in }
      done()
    }
  }

  /// Makes sure that an entry which exists already can be shown, then changes the stacks. One that cannot be made again
  /// tells so in its place.
  private func settle(
    on entry: StackEntry, _ done: @escaping @MainActor () -> Void,
    commit: @escaping @MainActor (Navigation) -> Void
  ) {
    initialize(entry.chain) { [self] _ in
      change(commit)
      done()
    }
  }

  /// Initializes entries from the outermost on; the first failure ends it and stands in its entry.
  private func initialize(
    _ entries: [StackEntry], completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    guard let entry = entries.first else { return completion(.done) }
    let current = generation
    pages.initialize(entry) { [weak self] answer in
      guard let self, generation == current else { return }
      entry.failure = answer.status == .ok ? nil : answer.message
      guard answer.status == .ok else { return completion(answer) }
      initialize(Array(entries.dropFirst()), completion: completion)
    }
  }

  /// Changes the stacks, tells the pages that are hidden and shown, and releases those that were left.
  private func change(_ commit: (Navigation) -> Void) {
    let before = all
    commit(self)
    let now = Set(all.map(ObjectIdentifier.init))
    let chain = self.chain
    for entry in shown where !chain.contains(where: { $0 === entry }) { entry.instance?.show(false) }
    for entry in chain { entry.instance?.show(true) }
    shown = chain
    for entry in before.reversed() where !now.contains(ObjectIdentifier(entry)) {
      pages.release(entry)
    }
    pages.navigationChanged()
  }
}
