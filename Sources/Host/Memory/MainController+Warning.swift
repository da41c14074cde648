internal import HostC

// What a memory warning does: everything that is not on screen gives its memory back.
extension MainController {
  /// Releases every instance that is not on screen, nor resident: its state is saved, its data released, and its image
  /// unmapped when that was the module's last. Pages that stay on screen are told.
  ///
  /// What is not initialized is not touched, and nothing is loaded. Warnings that come while one waits or is under way are
  /// carried out together, as the most urgent of them.
  package func warn(
    _ level: MemoryWarning, completion: @escaping @MainActor (WarningReport) -> Void = { _ in }
  ) {
    waitingWarning.add(level, completion)
    nextWarning()
  }

  private func nextWarning() {
    guard !isWarning, let warning = waitingWarning.take() else { return }
    isWarning = true
    tellThoseThatStay(warning.level)
    evict((navigation.all + background)[...], WarningReport(level: warning.level)) { [weak self] report in
      guard let self else { return }
      if warning.level == .critical { hostc_heap_trim() }
      var report = report
      report.unloaded = unloadedDuringWarning.map { module, report in
        .init(
          module: module, unmapped: report.unmapped, heapBytes: report.heapBytes,
          heapBlocks: report.heapBlocks, pinned: report.pinned)
      }
      unloadedDuringWarning.removeAll()
      isWarning = false
      for completion in warning.completions { completion(report) }
      nextWarning()
    }
  }

  private func tellThoseThatStay(_ level: MemoryWarning) {
    for entry in navigation.chain where entry.instance?.state == .initialized {
      entry.instance?.port.enter(.memoryWarning(level)) { _ in }
    }
  }

  private func evict(
    _ entries: ArraySlice<StackEntry>, _ report: WarningReport,
    _ completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    guard let entry = entries.first else {
      // The images are closed in the jobs that the releases asked for; the report comes after them.
      loop.later { completion(report) }
      return setNeedsRefresh()
    }
    evict(entry, report.level) { [weak self] outcome in
      var report = report
      switch outcome {
      case .spared: break
      case .stayed(let stayed): report.stayed.append(stayed)
      case .evicted(let evicted): report.evicted.append(evicted)
      }
      self?.evict(entries.dropFirst(), report, completion)
    }
  }
}

/// Warnings that have not begun.
struct WaitingWarning {
  private var level: MemoryWarning?
  private var completions: [@MainActor (WarningReport) -> Void] = []

  mutating func add(
    _ level: MemoryWarning, _ completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    self.level = max(level, self.level ?? level)
    completions.append(completion)
  }

  /// Gives all of them as one, and none is left.
  mutating func take() -> (level: MemoryWarning, completions: [@MainActor (WarningReport) -> Void])? {
    guard let level else { return nil }
    defer { self = WaitingWarning() }
    return (level, completions)
  }
}
