/// One live page object, `ContactPage#7`.
@MainActor package final class Instance {
  /// Where it is in its life.
  package enum State: Sendable, Hashable {
    case created
    case initializing
    case initialized
    case released
  }

  /// Where it is between hidden and shown, as its page was told.
  package enum Appearance: Sendable, Hashable {
    case hidden
    case appearing
    case shown
    case disappearing
  }

  package let number: UInt64
  package let controller: Controller
  package let module: any OpenModule
  package private(set) var port: any PagePort
  package private(set) var state = State.created
  /// The view that was read last.
  package private(set) var view = PageView.empty
  /// Whether it was ever answered what the view is.
  package private(set) var hasView = false
  /// Its module's count of entries when its view was read; nil when it is to be read in any case.
  private var viewEntryCount: Int?
  /// Where it is between hidden and shown.
  package private(set) var appearance = Appearance.hidden
  /// Whether the page was given data that it has not let go of.
  private var holdsData = false
  private var whenInitialized: [@MainActor (PortAnswer) -> Void] = []

  init(number: UInt64, controller: Controller, module: any OpenModule, port: any PagePort) {
    self.number = number
    self.controller = controller
    self.module = module
    self.port = port
    controller.add(self)
    module.add(self)
  }

  /// Whether its module was entered since its view was read, or ``invalidateView()`` was called.
  package var viewIsStale: Bool { viewEntryCount != module.entryCount }

  /// Has the view read again although the page was not entered.
  package func invalidateView() { viewEntryCount = nil }

  /// As it is spoken of: `ContactPage#7`.
  package var name: String { "\(controller.name)#\(number)" }

  /// Has the answers of its page follow a plan from now on.
  func follow(_ plan: AnswerPlan) {
    port = plan.port(before: port, of: controller.name, named: name)
  }

  /// Gives the page what it needs to be shown; a second request while it is under way shares its answer.
  package func initialize(
    arguments: [String: Value], state saved: [String: Value],
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    switch state {
    case .initialized: completion(.done)
    case .released: completion(PortAnswer(.cancelled, message: "\(name) was released"))
    case .initializing: whenInitialized.append(completion)
    case .created:
      state = .initializing
      holdsData = true
      whenInitialized.append(completion)
      port.enter(.initData(arguments: arguments, state: saved)) { [weak self] answer in
        self?.finishInitializing(answer)
      }
    }
  }

  private func finishInitializing(_ answer: PortAnswer) {
    guard state == .initializing else { return }
    state = answer.status == .ok ? .initialized : .created
    // A page that fails lets go by itself; one that did not answer in time may still be at it.
    if answer.status != .ok, answer.status != .timedOut { holdsData = false }
    let waiting = whenInitialized
    whenInitialized.removeAll()
    for completion in waiting { completion(answer) }
  }

  /// Reads the view again if the page was entered since the last time; a failure keeps the one that is there.
  package func refreshView(completion: @escaping @MainActor (PortAnswer) -> Void) {
    guard state == .initialized, viewIsStale else { return completion(.done) }
    viewEntryCount = module.entryCount
    port.enter(.view) { [weak self] answer in
      if case .view(let view) = answer.payload { self?.view = view }
      self?.hasView = true
      completion(answer)
    }
  }

  /// Takes the next step of being shown or hidden and tells the page.
  func step(to next: Appearance, telling entry: PortEntry) {
    appearance = next
    port.enter(entry) { _ in }
  }

  /// Forgets an instance whose object is destroyed already.
  func discard() {
    state = .released
    port.invalidate()
    controller.remove(self)
    module.remove(self)
  }

  /// Ends the instance: data released, object destroyed, what was still to be answered cancelled.
  ///
  /// A second time does nothing. It stays with its controller and its module until its object is destroyed, which waits while the page is on the
  /// stack; `ended` is told then.
  package func release(ended: @escaping @MainActor () -> Void = {}) {
    guard state != .released else { return }
    disappear()
    state = .released
    let waiting = whenInitialized
    whenInitialized.removeAll()
    if holdsData { port.enter(.releaseData) { _ in } }
    port.enter(.destroy) { [self] _ in
      controller.remove(self)
      module.remove(self)
      ended()
    }
    port.invalidate()
    for completion in waiting {
      completion(PortAnswer(.cancelled, message: "\(name) left before it was initialized"))
    }
  }
}
