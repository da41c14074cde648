internal import ManifestModel
internal import PageABI

// How one page that is not on screen gives its memory back and keeps what brings it back as it was.
extension MainController {
  /// What came of an entry that was to be evicted.
  enum Eviction {
    /// It has nothing to give, or is needed on screen.
    case spared
    case stayed(WarningReport.Stayed)
    case evicted(WarningReport.Evicted)
  }

  /// Saves the state of an entry that is not on screen and releases its instance; one that is resident, that waits for a
  /// result, or whose state cannot be saved, stays.
  func evict(
    _ entry: StackEntry, _ level: MemoryWarning,
    completion: @escaping @MainActor (Eviction) -> Void
  ) {
    guard let instance = entry.instance, instance.state == .initialized, !navigation.needs(entry)
    else { return completion(.spared) }
    if let reason = reasonToStay(instance, level) {
      return completion(.stayed(.init(instance: instance.name, reason: reason)))
    }
    let heapBytes = instance.module.heapBytes
    release(entry, savingStateOf: instance) { [weak self] refusal in
      guard let refusal else {
        return completion(
          .evicted(
            .init(instance: instance.name, module: instance.module.name, heapBytes: heapBytes)))
      }
      guard !refusal.isEmpty else { return completion(.spared) }
      self?.services.log("\(instance.name) stays: \(refusal)", level: 2, source: "host")
      completion(.stayed(.init(instance: instance.name, reason: refusal)))
    }
  }

  /// Evicts what else is live of pages on screen that may be open once, below them or in another tab; it comes back as
  /// it was when it is shown.
  func evictOthers(of shown: [StackEntry]) {
    for entry in shown where entry.controller.page.instances == .one && entry.instance != nil {
      for other in navigation.all where other !== entry && other.controller === entry.controller {
        evict(other, .low) { _ in }
      }
    }
  }

  /// Evicts an entry that was given up while it was being made, when its page may be open once and is elsewhere.
  func evictGivenUp(_ entry: StackEntry) {
    guard entry.controller.page.instances == .one, entry.instance != nil,
      navigation.all.contains(where: {
        $0 !== entry && $0.controller === entry.controller && $0.instance != nil
      })
    else { return }
    evict(entry, .low) { _ in }
  }

  private func reasonToStay(_ instance: Instance, _ level: MemoryWarning) -> String? {
    if let reason = instance.controller.residence.reason(at: level) { return reason }
    if navigation.isAwaiting(instance) { return "it waits for the result of a page it presented" }
    if navigation.isAwaited(instance) {
      return "its result is awaited by the page that presented it"
    }
    return savingStates.contains(instance.number) ? "its state has not come yet" : nil
  }

  /// Saves the state of an instance where its next opening finds it, and releases it.
  /// - Parameter completion: Takes why it was not released: empty when it has left or come on screen meanwhile; nil when
  ///   it was released.
  func release(
    _ entry: StackEntry, savingStateOf instance: Instance,
    completion: @escaping @MainActor (String?) -> Void
  ) {
    savingStates.insert(instance.number)
    instance.port.enter(.saveState) { [weak self] answer in
      self?.savingStates.remove(instance.number)
      guard let self, entry.instance === instance, instance.state == .initialized,
        !navigation.needs(entry), !navigation.hasPendingResult(instance)
      else { return completion("") }
      switch Self.state(in: answer) {
      case .failure(let refusal): completion(refusal.reason)
      case .success(let state):
        keep(state, for: entry)
        noteFields(of: instance, in: entry)
        release(entry)
        completion(nil)
      }
    }
  }

  /// Keeps what a page saved where its next opening finds it.
  private func keep(_ state: [String: Value], for entry: StackEntry) {
    guard let place = background.firstIndex(where: { $0 === entry }) else {
      entry.savedState = state
      return
    }
    background.remove(at: place)
    entry.controller.savedState = state
  }

  /// Why a state cannot be kept.
  struct StateRefusal: Error {
    let reason: String
  }

  /// The state that a page saved, if it can be kept.
  static func state(in answer: PortAnswer) -> Result<[String: Value], StateRefusal> {
    guard answer.status == .ok, case .map(let state) = answer.value else {
      let words = answer.message.isEmpty ? answer.status.description : answer.message
      return .failure(StateRefusal(reason: "its state could not be saved: \(words)"))
    }
    let bytes = answer.value?.byteCount ?? 0
    guard bytes <= PAGE_MAX_STATE else {
      return .failure(
        StateRefusal(reason: "its state has \(bytes) bytes; at most \(PAGE_MAX_STATE) are kept"))
    }
    return .success(state)
  }
}
