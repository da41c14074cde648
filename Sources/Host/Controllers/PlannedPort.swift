/// A port before a page's own, whose answers follow an ``AnswerPlan``.
@MainActor final class PlannedPort: PagePort {
  /// The page's own.
  private let port: any PagePort
  private let page: String
  private let name: String
  private let plan: AnswerPlan
  private var isValid = true
  /// Whether the page was kept from an `initData` that failed: then it has no data to release.
  private var wasSpared = false

  init(_ port: any PagePort, page: String, name: String, plan: AnswerPlan) {
    self.port = port
    self.page = page
    self.name = name
    self.plan = plan
  }

  var isEntered: Bool { port.isEntered }
  var inProcess: InProcessPort? { port.inProcess }

  func enter(_ entry: PortEntry, completion: @escaping @MainActor (PortAnswer) -> Void) {
    if case .releaseData = entry, wasSpared { return completion(.done) }
    guard isValid, let call = entry.answeredCall else {
      return port.enter(entry, completion: completion)
    }
    let planned = AnswerPlan.Call(page, call)
    let fails = plan.takeFailure(of: planned)
    let held = plan.takeDelay(of: planned, to: name, for: self, completion)
    let answered = { @MainActor (answer: PortAnswer) in
      if let held { held.take(answer) } else { completion(answer) }
    }
    guard fails else { return port.enter(entry, completion: answered) }
    if case .initData = entry { wasSpared = true }
    answered(PortAnswer(.failed, message: "\(call) was made to fail"))
  }

  func invalidate() {
    isValid = false
    plan.drop(self, PortAnswer(.cancelled, message: "\(name) has left"))
    port.invalidate()
  }
}

extension PortEntry {
  /// What a plan calls it; nil when its answer says nothing.
  fileprivate var answeredCall: String? {
    switch self {
    case .initData: "initData"
    case .saveState: "saveState"
    case .event: "event"
    case .view: "view"
    case .action(let call): call.slot.name
    default: nil
    }
  }
}
