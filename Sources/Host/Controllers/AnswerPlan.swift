/// What a script plans for the answers of pages: calls that fail, and answers that are held back.
///
/// The host reaches a page only through its port, and there this stands between the two; so it works for every page,
/// and without its help. Where nothing was ever planned there is none, and ports are the pages' own.
@MainActor package final class AnswerPlan {
  /// A call to a page that has an answer: by the name it has in the contract, or an action by its own.
  package struct Call: Sendable, Hashable {
    package let page: String
    package let name: String

    package init(_ page: String, _ name: String) {
      self.page = page
      self.name = name
    }
  }

  /// The calls besides actions that have an answer.
  package static let calls = ["initData", "saveState", "event", "view"]

  private let scheduler: any EntryScheduler
  /// How often each call still fails, and is held.
  private var failing: [Call: Int] = [:]
  private var delayed: [Call: Int] = [:]
  /// What is held, in the order in which it was asked.
  private var held: [HeldAnswer] = []

  package init(scheduler: any EntryScheduler) { self.scheduler = scheduler }

  /// The calls whose answers are held now, in the order in which they were asked.
  package var heldCalls: [Call] { held.map(\.call) }

  /// Lets the next `times` calls of a kind fail; 0 takes back what was planned.
  package func fail(_ call: Call, times: Int) { failing[call] = times > 0 ? times : nil }

  /// Holds the answers of the next `times` calls of a kind; 0 takes back what was planned.
  package func delay(_ call: Call, times: Int) { delayed[call] = times > 0 ? times : nil }

  /// Gives the held answers of some calls, in the order in which they were asked, to those who wait for them.
  ///
  /// One that the page has not given yet is given when it comes. What is asked and held meanwhile stays held.
  /// - Returns: How many there were.
  @discardableResult package func release(
    where isMeant: (Call) -> Bool = { _ in true }
  ) -> Int {
    let released = held.filter { isMeant($0.call) }
    held.removeAll { isMeant($0.call) }
    for answer in released { answer.release() }
    return released.count
  }

  // MARK: Ports

  /// A port whose answers follow the plan, before that of a page.
  func port(before port: any PagePort, of page: String, named name: String) -> any PagePort {
    port is PlannedPort ? port : PlannedPort(port, page: page, name: name, plan: self)
  }

  /// Whether a call that is made now fails.
  func takeFailure(of call: Call) -> Bool { take(call, from: &failing) }

  /// Where the answer to a call that is made now goes when it is held; nil when it is not.
  func takeDelay(
    of call: Call, to name: String, for owner: PlannedPort,
    _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> HeldAnswer? {
    guard take(call, from: &delayed) else { return nil }
    let answer = HeldAnswer(call, for: owner, completion)
    held.append(answer)
    // A page that never answers is given up by its deadline, and so is one whose answer is never released.
    answer.cancelDeadline = scheduler.after(InProcessPort.deadline) { [weak self, weak answer] in
      guard let self, let answer else { return }
      held.removeAll { $0 === answer }
      answer.end(PortAnswer(.timedOut, message: "\(name) did not answer in 30 seconds"))
    }
    return answer
  }

  /// Ends what is held of a port whose page has left.
  func drop(_ owner: PlannedPort, _ last: PortAnswer) {
    let dropped = held.filter { $0.owner === owner }
    held.removeAll { $0.owner === owner }
    for answer in dropped { answer.end(last) }
  }

  private func take(_ call: Call, from counts: inout [Call: Int]) -> Bool {
    guard let count = counts[call] else { return false }
    counts[call] = count > 1 ? count - 1 : nil
    return true
  }
}

/// One answer that is held back.
@MainActor final class HeldAnswer {
  let call: AnswerPlan.Call
  private(set) weak var owner: PlannedPort?
  private var completion: (@MainActor (PortAnswer) -> Void)?
  /// What the page answered meanwhile.
  private var answer: PortAnswer?
  private var isReleased = false
  fileprivate var cancelDeadline: @MainActor () -> Void = {}

  fileprivate init(
    _ call: AnswerPlan.Call, for owner: PlannedPort,
    _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    self.call = call
    self.owner = owner
    self.completion = completion
  }

  /// Takes the page's answer.
  func take(_ answer: PortAnswer) {
    if isReleased { end(answer) } else { self.answer = self.answer ?? answer }
  }

  fileprivate func release() {
    isReleased = true
    cancelDeadline()
    if let answer { end(answer) }
  }

  fileprivate func end(_ answer: PortAnswer) {
    cancelDeadline()
    let completion = completion
    self.completion = nil
    completion?(answer)
  }
}
