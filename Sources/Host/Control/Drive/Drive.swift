/// The app used by a script, without a terminal: each line is done completely before the next.
@MainActor package final class Drive {
  private let controller: MainController
  private let print: @MainActor (String) throws -> Void

  /// How long one line may take to settle, in nanoseconds of real time.
  package static let limit: UInt64 = 5_000_000_000
  /// That of this drive; a test does not fail because its machine is busy.
  package var limit = Drive.limit

  /// What the app runs on.
  package var loop: Loop { controller.loop }

  /// - Parameter print: Takes a line of output.
  package init(_ controller: MainController, print: @escaping @MainActor (String) throws -> Void) {
    self.controller = controller
    self.print = print
  }

  /// Lets everything that is under way come to its end: jobs, completions of services, changes of pages.
  ///
  /// Timers are not waited for.
  package func settle() throws(DriveError) {
    let time = SystemClock()
    let end = time.now + limit
    repeat {
      guard time.now < end, controller.loop.settle(limit: limit) else {
        throw DriveError(
          .failed,
          "the app did not come to rest in 5 seconds; a page may wait for a slow request, or be in an endless "
            + "loop of tasks")
      }
      guard controller.isInTransition else { return }
      // By a clock that stands still it would never end.
      if controller.loop.clock.runs {
        // One that has not begun waits for a view that is held.
        guard controller.animation != nil else { return }
        controller.loop.turn(wait: true)
      } else {
        controller.finishTransition()
      }
    } while true
  }

  /// Carries out one line of a script.
  package func run(_ line: String) throws {
    guard let step = try DriveStep(line) else { return }
    // What has come from elsewhere meanwhile, such as a memory warning, is before the line.
    try settle()
    try perform(step)
    try settle()
    // What is still being opened waits for an answer that is held, of which a person has been told by now.
    controller.tellOpening()
  }

  private func perform(_ step: DriveStep) throws {
    switch step {
    case .tap(let label, let index): try tap(label, index)
    case .type(let field, let text): try type(text, into: field)
    case .key(let key): controller.handle(.key(key))
    case .back: controller.perform(.back)
    case .tab(let title): try tab(title)
    case .open(let page, let texts, let transition):
      let arguments = try arguments(texts, of: page)
      controller.screen.message = nil
      controller.open(page, arguments, by: transition)
    case .present(let page, let texts, let transition):
      let target = Navigation.Target(page, try arguments(texts, of: page))
      controller.screen.message = nil
      controller.navigation.request(.present(target, .init(by: nil) { _ in }), by: transition)
    case .warn(let critical): try warn(critical ? .critical : .low)
    case .expect(let text):
      guard controller.screen.shows(text) else { try fail("expected \"\(text)\" on the screen") }
    case .reject(let text):
      guard !controller.screen.shows(text) else {
        try fail("\"\(text)\" is on the screen and should not be")
      }
    case .print: try printScreen()
    case .state(let json):
      try print(json ? controller.stateJSON : controller.stateTable)
    case .memory(let json):
      let report = controller.memoryReport
      try print(json ? report.jsonText : report.text)
    case .resize(let width, let height):
      controller.screen.resize(width: width, height: height)
    case .touch(let x, let y, let phase):
      guard x < controller.screen.width, y < controller.screen.height else {
        try fail(
          "the screen has no cell \(x) \(y); it is \(controller.screen.width)x\(controller.screen.height)"
        )
      }
      controller.handle(.mouse(x: x, y: y, button: .left, phase: phase))
    case .transition(let isOn): controller.transitions = isOn ? .animated : .none
    case .fail(let call, let times): try plan(call).fail(call, times: times)
    case .delay(let call, let times): try plan(call).delay(call, times: times)
    case .release(let page, let call): try release(page, call)
    }
  }

  /// Prints the screen between its two lines.
  package func printScreen() throws {
    let screen = controller.screen
    let page = controller.navigation.top?.page ?? "-"
    try print("--- \(page) \(screen.width)x\(screen.height)")
    for row in screen.textSnapshot { try print(row) }
    try print("---")
  }

  /// Ends the script with a failure, after the screen.
  private func fail(_ message: String) throws -> Never {
    try printScreen()
    throw DriveError(.failed, message)
  }

  // MARK: Steps

  /// Fails while the next page is being made: what a script did then would do nothing.
  private func requireUsable() throws {
    guard controller.isTopUsable else {
      try fail(
        "what is shown cannot be used while the next page is being opened; release its answer, or go back"
      )
    }
  }

  private func tap(_ label: String, _ index: Int?) throws {
    try requireUsable()
    let matches = controller.screen.targets(label)
    controller.perform(
      controller.screen.tap(try choose(matches, index, what: "control to tap", label)))
  }

  private func type(_ text: String, into label: String) throws {
    try requireUsable()
    let match = try choose(controller.screen.fields(label), nil, what: "field", label)
    controller.perform(controller.screen.type(text, into: match))
  }

  private func tab(_ title: String) throws {
    let match = try choose(controller.screen.tabs(title), nil, what: "tab", title)
    if case .tab(let index) = match.target { controller.perform(.tab(index)) }
  }

  private func choose(
    _ matches: [ScreenMatch], _ index: Int?, what: String, _ label: String
  ) throws -> ScreenMatch {
    guard !matches.isEmpty else {
      let all = controller.screen.everyTarget.map(\.description).joined(separator: ", ")
      try fail("no \(what) is called \"\(label)\"; there is \(all.isEmpty ? "nothing" : all)")
    }
    if let index {
      guard index <= matches.count else {
        try fail(
          "\"\(label)\" is there \(matches.count == 1 ? "once" : "\(matches.count) times"), not \(index)"
        )
      }
      return matches[index - 1]
    }
    guard matches.count == 1 else {
      let list = matches.enumerated().map { "\($0 + 1): \($1)" }.joined(separator: ", ")
      try fail("\"\(label)\" is there \(matches.count) times: \(list); add the number")
    }
    return matches[0]
  }

  private func arguments(_ texts: [String: String], of page: String) throws -> [String: Value] {
    do throws(InstanceError) {
      return try controller.arguments(texts, of: page)
    } catch {
      throw DriveError(.failed, error.description)
    }
  }

  /// The plan of answers, for a call that its page has.
  private func plan(_ call: AnswerPlan.Call) throws -> AnswerPlan {
    try check(call.name, of: call.page)
    return controller.makeAnswerPlan()
  }

  private func check(_ call: String?, of page: String) throws {
    do throws(InstanceError) {
      try controller.check(call: call, of: page)
    } catch {
      throw DriveError(.failed, error.description)
    }
  }

  private func release(_ page: String?, _ call: String?) throws {
    if let page { try check(call, of: page) }
    let count = controller.answerPlan?.release {
      (page == nil || $0.page == page) && (call == nil || $0.name == call)
    }
    guard let count, count > 0 else {
      let words = [page, call].compactMap(\.self).joined(separator: " ")
      try fail("no answer\(words.isEmpty ? "" : " of \(words)") is held")
    }
  }

  private func warn(_ level: MemoryWarning) throws {
    let box = ReportBox()
    controller.warn(level) { box.report = $0 }
    try settle()
    // A page that takes its time to give its state is waited for.
    let end = controller.loop.clock.now + Drive.limit
    while box.report == nil, controller.loop.clock.runs, controller.loop.clock.now < end {
      controller.loop.turn(wait: true)
    }
    for line in box.report?.lines ?? [] { try print(line) }
  }
}

/// Where the report of a warning arrives.
@MainActor private final class ReportBox {
  var report: WarningReport?
}
