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

  package func evict(_ entry: StackEntry) { evict(entry, .low) { _ in } }

  /// Saves the state of an entry that is not on screen and releases its instance; one that is resident, or whose state
  /// cannot be saved, stays.
  func evict(
    _ entry: StackEntry, _ level: MemoryWarning,
    completion: @escaping @MainActor (Eviction) -> Void
  ) {
    guard let instance = entry.instance, instance.state == .initialized, !navigation.needs(entry)
    else { return completion(.spared) }
    guard !navigation.isAwaiting(instance) else {
      return completion(
        .stayed(.init(instance: instance.name, reason: "it waits for a page that it presented")))
    }
    if let reason = entry.controller.residence.reason(at: level) {
      return completion(.stayed(.init(instance: instance.name, reason: reason)))
    }
    instance.port.enter(.saveState) { [weak self] answer in
      // Meanwhile it may have left, or come back on screen.
      guard let self, entry.instance === instance, instance.state == .initialized,
        !navigation.needs(entry)
      else { return completion(.spared) }
      if let reason = Self.refusal(of: answer) {
        services.log("\(instance.name) stays: \(reason)", level: 2, source: "host")
        return completion(.stayed(.init(instance: instance.name, reason: reason)))
      }
      let evicted = WarningReport.Evicted(
        instance: instance.name, module: instance.module.name,
        heapBytes: instance.module.heapBytes)
      if case .map(let state) = answer.value { keep(state, for: entry) }
      release(entry)
      completion(.evicted(evicted))
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

  /// Why an instance whose state was asked for cannot be released; nil when it can.
  private static func refusal(of answer: PortAnswer) -> String? {
    guard answer.status == .ok else { return "its state could not be saved: \(answer.message)" }
    let bytes = answer.value?.byteCount ?? 0
    guard bytes <= PAGE_MAX_STATE else {
      return "its state has \(bytes) bytes; at most \(PAGE_MAX_STATE) are kept"
    }
    return nil
  }
}
