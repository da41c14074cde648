internal import HostC

// What a memory warning does: everything that is not on screen gives its memory back.
extension MainController {
  /// Releases every instance that is not on screen, nor resident: its state is saved, its data
  /// released, and its image unmapped when that was the module's last.
  ///
  /// Pages that stay on screen are told.
  ///
  /// Images that could not be unmapped are tried again. What is not initialized is not touched, and nothing is loaded.
  /// Warnings that come while one waits or is under way are
  /// carried out together, as the most urgent of them.
  package func warn(
    _ level: MemoryWarning, completion: (@MainActor (WarningReport) -> Void)? = nil
  ) {
    waitingWarning.add(level, completion)
    nextWarning()
  }

  /// How long a warning waits for states, in nanoseconds.
  ///
  /// A page that gives its own later is released then, but keeps neither this report waiting for longer nor the next
  /// warning at all.
  package static let patience: UInt64 = 2_000_000_000

  private func nextWarning() {
    guard !isWarning, let warning = waitingWarning.take() else { return }
    isWarning = true
    warningRounds += 1
    // Reading the process's mappings takes a few milliseconds.
    let images =
      warning.completions.isEmpty
      ? ImageSizes() : ImageSizes(modules.values + pinned.map(\.module))
    retryPinned()
    tellThoseThatStay(warning.level)
    evictAll(warning.level) { [weak self] report in
      guard let self else { return }
      var report = report
      report.unloaded = unloadedDuringWarning.map { module, report in
        .init(module.name, report, imageBytes: images[module])
      }
      unloadedDuringWarning.removeAll()
      warningRounds -= 1
      for completion in warning.completions { completion(report) }
    }
    // After the images that are closed at once.
    loop.later { [weak self] in
      guard let self else { return }
      if warning.level == .critical {
        services.dropCaches()
        hostc_heap_trim()
      }
      isWarning = false
      nextWarning()
    }
  }

  private func tellThoseThatStay(_ level: MemoryWarning) {
    for instance in navigation.chain.compactMap(\.instance) { tellOfWarning(instance, level) }
  }

  /// Lets a page that stays give back what it can do without.
  private func tellOfWarning(_ instance: Instance, _ level: MemoryWarning) {
    guard instance.state == .initialized else { return }
    instance.port.enter(.memoryWarning(level)) { _ in }
  }

  /// Evicts all that can be, at once: a page that takes its time delays no other.
  private func evictAll(
    _ level: MemoryWarning, completion: @escaping @MainActor (WarningReport) -> Void
  ) {
    let round = WarningRound(WarningReport(level: level)) { [loop] report in
      // The images are closed in the jobs that the releases asked for; the report comes after them.
      loop.later { completion(report) }
    }
    let entries = navigation.all + background
    for entry in entries {
      guard let instance = entry.instance else { continue }
      round.begin(instance.name)
      evict(entry, level) { [weak self] outcome in
        round.end(instance.name, outcome)
        if case .stayed = outcome { self?.tellOfWarning(instance, level) }
      }
    }
    round.allBegan()
    if !round.isOver {
      let timer = loop.timer(after: MainController.patience) { round.giveUp() }
      round.whenOver { timer.cancel() }
    }
    setNeedsRefresh()
  }
}

/// One warning that is being carried out: which instances have not answered yet, and the report of the others.
@MainActor private final class WarningRound {
  private var report: WarningReport
  private var waiting: [String] = []
  private var began = false
  private(set) var isOver = false
  private let completion: @MainActor (WarningReport) -> Void
  private var atEnd: (@MainActor () -> Void)?

  init(_ report: WarningReport, completion: @escaping @MainActor (WarningReport) -> Void) {
    self.report = report
    self.completion = completion
  }

  func begin(_ instance: String) { waiting.append(instance) }

  func end(_ instance: String, _ outcome: MainController.Eviction) {
    waiting.removeAll { $0 == instance }
    guard !isOver else { return }
    switch outcome {
    case .spared: break
    case .stayed(let stayed): report.stayed.append(stayed)
    case .evicted(let evicted): report.evicted.append(evicted)
    }
    endIfDone()
  }

  func allBegan() {
    began = true
    endIfDone()
  }

  func whenOver(_ body: @escaping @MainActor () -> Void) { atEnd = body }

  /// Ends the round without those that have not answered.
  func giveUp() {
    guard !isOver else { return }
    for instance in waiting {
      report.stayed.append(.init(instance: instance, reason: "its state has not come yet"))
    }
    waiting.removeAll()
    endIfDone()
  }

  private func endIfDone() {
    guard began, waiting.isEmpty, !isOver else { return }
    isOver = true
    atEnd?()
    atEnd = nil
    completion(report)
  }
}

/// Warnings that have not begun.
struct WaitingWarning {
  private var level: MemoryWarning?
  private var completions: [@MainActor (WarningReport) -> Void] = []

  mutating func add(
    _ level: MemoryWarning, _ completion: (@MainActor (WarningReport) -> Void)?
  ) {
    self.level = max(level, self.level ?? level)
    if let completion { completions.append(completion) }
  }

  /// Gives all of them as one, and none is left.
  mutating func take() -> (level: MemoryWarning, completions: [@MainActor (WarningReport) -> Void])?
  {
    guard let level else { return nil }
    defer { self = WaitingWarning() }
    return (level, completions)
  }
}
