internal import ManifestModel

// How each request changes the stacks.
extension Navigation {
  /// Carries out a request; `done` is not called when it was given up meanwhile.
  func perform(
    _ request: Request, from asker: StackEntry?, done: @escaping @MainActor () -> Void
  ) {
    switch request {
    case .root(let target): root(target, done)
    case .push(let target): push(target, done)
    case .replace(let target): replace(target, done)
    case .pop: asker.map { leave($0, done) } ?? pop(done)
    case .popTo(let page): popTo(done) { $0.lastIndex { $0.page == page } }
    case .popToRoot: popTo(done) { $0.indices.first }
    case .present(let target, let request): present(target, request, done)
    case .dismiss(let result):
      dismiss(asker.map { presentation(of: $0) } ?? presented.last, result, done)
    case .tab(let index): choose(index, done)
    case .retry: retry(done)
    case .restore(let restored): restore(restored.entries, done)
    }
  }

  // MARK: Levels

  /// A stack of those on screen.
  enum Level {
    case outermost
    case presented(Presentation)
    /// That of a tab page's current tab.
    case tabs(TabSet)
  }

  /// The stacks of the topmost layer, the outermost first.
  private var levels: [Level] {
    [presented.last.map { .presented($0) } ?? .outermost]
      + chain.compactMap(\.tabs).map { .tabs($0) }
  }

  var innermost: Level {
    chain.last { $0.tabs != nil }?.tabs.map { .tabs($0) }
      ?? presented.last.map { .presented($0) } ?? .outermost
  }

  private func entries(_ level: Level) -> [StackEntry] {
    switch level {
    case .outermost: stack
    case .presented(let presentation): presentation.stack
    case .tabs(let tabs): tabs.stacks[tabs.current]
    }
  }

  private func set(_ entries: [StackEntry], at level: Level) {
    switch level {
    case .outermost: stack = entries
    case .presented(let presentation): presentation.stack = entries
    case .tabs(let tabs): tabs.stacks[tabs.current] = entries
    }
  }

  /// The level of the page that going back leaves, and what it leaves there.
  var popped: (level: Level, rest: [StackEntry])? {
    guard let level = levels.last(where: { entries($0).count > 1 }) else { return nil }
    return (level, entries(level).dropLast())
  }

  // MARK: Changes

  private func root(_ target: Target, _ done: @escaping @MainActor () -> Void) {
    if presented.isEmpty, stack.count == 1, let only = stack.first, only.isSame(as: target) {
      return settle(on: only, done) { _ in }
    }
    let ended = presented
    open(target) {
      done()
      for presentation in ended where !self.presented.contains(where: { $0 === presentation }) {
        presentation.request.end(.cancelled)
      }
    } commit: {
      $0.stack = [$1]
      $0.presented = []
    }
  }

  private func push(_ target: Target, _ done: @escaping @MainActor () -> Void) {
    let level = innermost
    if let top = entries(level).last, top.isSame(as: target) {
      return settle(on: top, done) { _ in }
    }
    if goBack(to: target, done) { return }
    open(target, done) { $0.set($0.entries(level) + [$1], at: level) }
  }

  /// Goes back to a page that may be open once, also out of its own tabs; false when it is not on screen.
  ///
  /// - Parameter replaced: An entry that is about to leave and is not gone back to.
  private func goBack(
    to target: Target, besides replaced: StackEntry? = nil, _ done: @escaping @MainActor () -> Void
  ) -> Bool {
    for level in levels.reversed() {
      let entries = entries(level)
      guard
        let place = entries.lastIndex(where: { $0.page == target.page && $0 !== replaced }),
        entries[place].controller.page.instances == .one
      else { continue }
      let below = Array(entries[..<place])
      if entries[place].isSame(as: target) {
        settle(on: entries[place], done) { $0.set(below + [entries[place]], at: level) }
      } else {
        open(target, done) { $0.set(below + [$1], at: level) }
      }
      return true
    }
    return false
  }

  private func replace(_ target: Target, _ done: @escaping @MainActor () -> Void) {
    let level = innermost
    if let top = entries(level).last, top.isSame(as: target) {
      return settle(on: top, done) { _ in }
    }
    if goBack(to: target, besides: entries(level).last, done) { return }
    open(target, done) { $0.set($0.entries(level).dropLast() + [$1], at: level) }
  }

  private func pop(_ done: @escaping @MainActor () -> Void) {
    guard let (level, rest) = popped, let entry = rest.last else {
      return dismiss(presented.last, .cancelled, done)
    }
    settle(on: entry, done) { $0.set(rest, at: level) }
  }

  /// Takes away the page that asks to be left.
  ///
  /// When another was opened over it or another tab chosen since it asked, it goes and what is shown stays.
  private func leave(_ asker: StackEntry, _ done: @escaping @MainActor () -> Void) {
    let levels = levels
    guard let place = levels.lastIndex(where: { entries($0).last === asker }) else {
      change { $0.remove(asker) }
      return done()
    }
    guard let level = levels[...place].last(where: { entries($0).count > 1 }) else {
      return dismiss(presented.last, .cancelled, done)
    }
    let rest = Array(entries(level).dropLast())
    settle(on: rest[rest.count - 1], done) { $0.set(rest, at: level) }
  }

  /// Goes back to a place of the innermost stack in which `place` finds one.
  private func popTo(
    _ done: @escaping @MainActor () -> Void, _ place: ([StackEntry]) -> Int?
  ) {
    for level in levels.reversed() {
      let entries = entries(level)
      guard let place = place(entries), place < entries.count - 1 else { continue }
      return settle(on: entries[place], done) { $0.set(Array(entries[...place]), at: level) }
    }
    done()
  }

  // MARK: Presenting

  private func present(
    _ target: Target, _ request: Presentation.Request, _ done: @escaping @MainActor () -> Void
  ) {
    open(target, done) {
      request.end(.failed($0.message, $0.reason))
    } commit: {
      $0.presented.append(Presentation($1, request))
    }
  }

  /// Ends a presentation, and with it those over it, which have no result.
  private func dismiss(
    _ presentation: Presentation?, _ result: Presentation.Result,
    _ done: @escaping @MainActor () -> Void
  ) {
    guard let place = presented.firstIndex(where: { $0 === presentation }) else { return done() }
    let ended = presented[place...]
    guard let entry = (place > 0 ? presented[place - 1].stack : stack).last else { return done() }
    settle(on: entry) {
      done()
      for presentation in ended.dropFirst().reversed() { presentation.request.end(.cancelled) }
      ended.first?.request.end(result)
    } commit: {
      $0.presented.removeSubrange(place...)
    }
  }

  /// Whether what is on screen has a tab at a place.
  func hasTab(_ index: Int, besidesCurrent: Bool = false) -> Bool {
    guard case .tabs(let tabs) = innermost else { return false }
    return tabs.stacks.indices.contains(index) && !(besidesCurrent && index == tabs.current)
  }

  /// Whether a tab is the one that is on screen.
  func isChosen(_ index: Int) -> Bool { hasTab(index) && !hasTab(index, besidesCurrent: true) }

  private func choose(_ index: Int, _ done: @escaping @MainActor () -> Void) {
    guard case .tabs(let tabs) = innermost, tabs.stacks.indices.contains(index) else {
      return done()
    }
    if index == tabs.current {
      guard tabs.stacks[index].count > 1, let root = tabs.stacks[index].first else { return done() }
      return settle(on: root, done) { $0.set([root], at: .tabs(tabs)) }
    }
    guard let entry = tabs.stacks[index].last else { return done() }
    // The tab that is left keeps its pages until memory is short: a switch of tabs is not a way away from them.
    settle(on: entry, done) { _ in tabs.current = index }
  }

  /// Shows kept stacks; a page that cannot be shown tells so in its place.
  private func restore(_ entries: [StackEntry], _ done: @escaping @MainActor () -> Void) {
    guard let last = entries.last else { return done() }
    initialize(last.chain) { [self] _, _ in
      change { $0.stack = entries }
      done()
    }
  }

  private func retry(_ done: @escaping @MainActor () -> Void) {
    initialize(chain.filter { $0.instance?.state != .initialized }) { [self] _, _ in
      change { _ in }
      done()
    }
  }

  /// Makes a page and, when that went well, changes the stacks.
  ///
  /// A tab that cannot be shown does not keep its tab page from being shown; it tells so in its place.
  private func open(
    _ target: Target, _ done: @escaping @MainActor () -> Void,
    failed: @escaping @MainActor (PortAnswer) -> Void = { _ in },
    commit: @escaping @MainActor (Navigation, StackEntry) -> Void
  ) {
    let entry: StackEntry
    do throws(InstanceError) {
      entry = try pages.entry(for: target)
    } catch {
      let answer = PortAnswer(.notFound, error)
      pages.navigationFailed(target, answer)
      failed(answer)
      return done()
    }
    opening = entry
    initialize(entry.chain) { [self] culprit, answer in
      opening = nil
      if culprit === entry, !stack.isEmpty {
        for entry in entry.all.reversed() { pages.release(entry) }
        pages.navigationFailed(target, answer)
        failed(answer)
        return done()
      }
      // There is always a top layer: with nothing to stay on, the page's place tells why it cannot be shown.
      change { commit($0, entry) }
      done()
    }
  }

  /// Makes sure that an entry which exists already can be shown, then changes the stacks.
  ///
  /// One that cannot be made again tells so in its place.
  private func settle(
    on entry: StackEntry, _ done: @escaping @MainActor () -> Void,
    commit: @escaping @MainActor (Navigation) -> Void
  ) {
    initialize(entry.chain) { [self] _, _ in
      change(commit)
      done()
    }
  }

  /// Initializes entries from the outermost on; the first failure ends it and stands in its entry.
  /// - Parameter completion: Takes the entry that failed, if one did, and its answer.
  private func initialize(
    _ entries: [StackEntry], completion: @escaping @MainActor (StackEntry?, PortAnswer) -> Void
  ) {
    making = entries
    initialize(entries[...], completion: completion)
  }

  private func initialize(
    _ entries: ArraySlice<StackEntry>,
    completion: @escaping @MainActor (StackEntry?, PortAnswer) -> Void
  ) {
    guard let entry = entries.first else {
      making = []
      return completion(nil, .done)
    }
    let current = generation
    pages.initialize(entry) { [weak self] answer in
      guard let self, generation == current else { return }
      guard answer.status == .ok else {
        fail(entries, answer)
        making = []
        return completion(entry, answer)
      }
      entry.failure = nil
      initialize(entries.dropFirst(), completion: completion)
    }
  }

  /// Notes why an entry cannot be shown, and that what is shown inside of it therefore cannot.
  private func fail(_ entries: ArraySlice<StackEntry>, _ answer: PortAnswer) {
    guard let entry = entries.first else { return }
    entry.failure = StackEntry.Failure(answer: answer, holder: nil)
    // What was to be opened has no place yet, unless there is nothing else to stay on.
    if opening !== entry || stack.isEmpty { pages.placeFailed(entry, answer) }
    for inner in entries.dropFirst() where inner.instance == nil {
      inner.failure = StackEntry.Failure(answer: answer, holder: entry.controller.page)
    }
  }
}
