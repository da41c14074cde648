internal import PageABI

// What a memory warning does: everything that is not on screen gives its memory back.
extension MainController {
  /// Releases every instance that is not on screen, nor resident: its state is saved, its data released, and its image
  /// unmapped when that was the module's last.
  ///
  /// What is not initialized is not touched, and nothing is loaded. It waits until no change of pages is under way.
  package func warn(
    _ level: MemoryWarning, completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    navigation.whenIdle { [weak self] in
      guard let self else { return }
      let onScreen = Set(navigation.chain.map(ObjectIdentifier.init))
      let candidates = (navigation.all + background).filter { entry in
        entry.instance?.state == .initialized && !onScreen.contains(ObjectIdentifier(entry))
      }
      evict(candidates, WarningReport(level: level), completion: completion)
    }
  }

  private func evict(
    _ entries: [StackEntry], _ report: WarningReport,
    completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    var report = report
    guard let entry = entries.first else { return finish(report, completion) }
    let rest = Array(entries.dropFirst())
    guard let instance = entry.instance, instance.state == .initialized else {
      return evict(rest, report, completion: completion)
    }
    guard !entry.controller.isResident else {
      report.stayed.append(.init(instance: instance.name, reason: "app.json makes it resident"))
      return evict(rest, report, completion: completion)
    }
    instance.port.enter(.saveState) { [weak self] answer in
      guard let self, entry.instance === instance else { return completion(report) }
      if let reason = Self.refusal(of: answer) {
        report.stayed.append(.init(instance: instance.name, reason: reason))
        services.log("\(instance.name) stays: \(reason)", level: 2, source: "host")
      } else {
        if case .map(let state) = answer.value { entry.savedState = state }
        report.evicted.append(
          .init(
            instance: instance.name, module: instance.module.name,
            heapBytes: instance.module.heapBytes))
        release(entry)
        background.removeAll { $0 === entry }
      }
      evict(rest, report, completion: completion)
    }
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

  private func finish(
    _ report: WarningReport, _ completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    // The images are closed in the jobs that the releases asked for; the report comes after them.
    loop.later { completion(report) }
    setNeedsRefresh()
  }
}

extension Value {
  /// How many bytes it carries: its strings, bytes and names, and eight for every value.
  package var byteCount: Int {
    switch self {
    case .boolean, .integer, .real: 8
    case .string(let text): 8 + text.utf8.count
    case .bytes(let bytes): 8 + bytes.count
    case .list(let values): values.reduce(8) { $0 + $1.byteCount }
    case .map(let values): values.reduce(8) { $0 + $1.key.utf8.count + $1.value.byteCount }
    }
  }
}
