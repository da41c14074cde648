@testable import Host

/// A port that notes each entry and answers as a test says: at once, when told, or never.
@MainActor final class FakePort: PagePort {
  private(set) var entries: [String] = []
  /// The whole of what was entered, in order.
  private(set) var requests: [PortEntry] = []
  /// Answers of entries by name; `.done` where there is none.
  var answers: [String: PortAnswer] = [:]
  /// Names of entries that are answered only by `answer`.
  var isHeld: Set<String> = []
  var isEntered = false
  private(set) var isValid = true
  private var held: [(name: String, completion: @MainActor (PortAnswer) -> Void)] = []

  func enter(_ entry: PortEntry, completion: @escaping @MainActor (PortAnswer) -> Void) {
    guard isValid else { return completion(PortAnswer(.cancelled)) }
    entries.append(entry.name)
    requests.append(entry)
    guard !isHeld.contains(entry.name) else { return held.append((entry.name, completion)) }
    completion(answers[entry.name] ?? .done)
  }

  func invalidate() {
    isValid = false
    let dropped = held
    held = []
    for item in dropped { item.completion(PortAnswer(.cancelled)) }
  }

  /// Answers the oldest entry of this name that is held; false when there is none.
  @discardableResult func answer(_ name: String, _ answer: PortAnswer = .done) -> Bool {
    guard let place = held.firstIndex(where: { $0.name == name }) else { return false }
    held.remove(at: place).completion(answer)
    return true
  }
}

extension PortEntry {
  /// The name of the entry in the contract.
  var name: String {
    switch self {
    case .initData: "initData"
    case .appearStarted: "appearStarted"
    case .appearFinished: "appearFinished"
    case .disappearStarted: "disappearStarted"
    case .disappearFinished: "disappearFinished"
    case .saveState: "saveState"
    case .memoryWarning: "memoryWarning"
    case .releaseData: "releaseData"
    case .destroy: "destroy"
    case .view: "view"
    case .event: "event"
    case .completed: "completed"
    case .progress: "progress"
    case .action(let call): call.slot.name
    }
  }
}
