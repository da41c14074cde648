internal import HostC
internal import PageABI

/// Where jobs and timers of the host go; the loop, or a test's own.
@MainActor package protocol EntryScheduler: AnyObject {
  /// Runs a job in a coming turn of the loop, when no page is on the stack; jobs keep their order.
  func later(_ job: @escaping @MainActor () -> Void)
  /// Runs a job after a time in nanoseconds; the returned function cancels it.
  func after(_ nanoseconds: UInt64, _ job: @escaping @MainActor () -> Void) -> @MainActor () -> Void
}

/// The pages that are on the stack of the host's thread, the outermost first.
@MainActor package final class EntryStack {
  /// One entry that has not returned.
  struct Frame {
    // Not retained, and not counted by `unowned` either: a port that is on the stack runs one of its own functions, and
    // the slots of actions live as long as the host.
    unowned(unsafe) let port: InProcessPort
    let token: page_token
    /// How many calls led here.
    let depth: Int
    /// The action that is being called, if the entry is one.
    unowned(unsafe) let action: ActionSlot?
    /// What led here, where it was not the frame below.
    let base: CallChain?
    /// Whose code ran before, as it is noted for a crash.
    let before: UnsafePointer<hostc_breadcrumb_name>?
  }

  private(set) var frames: [Frame] = []
  private var lastToken: page_token = 0
  package let scheduler: any EntryScheduler
  /// Told of every entry before the page is entered for it, when set; not of calls that go directly.
  package var entered: (@MainActor (String, PortEntry) -> Void)?
  /// What a page is told of a failure of what it asked for.
  var told: @MainActor (PortAnswer) -> String = { $0.message }

  /// Tells whether a page waits for what a person does, for which there is no deadline.
  var waitsForPerson: (@MainActor (UInt64) -> Bool)?

  package init(scheduler: any EntryScheduler) { self.scheduler = scheduler }

  package var isClear: Bool { frames.isEmpty }

  func nextToken() -> page_token {
    lastToken += 1
    return lastToken
  }

  func push(
    _ port: InProcessPort, token: page_token, depth: Int, action: ActionSlot?, base: CallChain?
  ) {
    let before = hostc_breadcrumb_enter(port.label?.name)
    frames.append(
      Frame(port: port, token: token, depth: depth, action: action, base: base, before: before))
  }

  func pop() { _ = hostc_breadcrumb_enter(frames.removeLast().before) }

  /// What led to the innermost entry, as an object that outlives it.
  var chain: CallChain? {
    var chain: CallChain?
    for frame in frames {
      if let base = frame.base { chain = base }
      if let action = frame.action {
        chain = CallChain("\(action.name) (\(frame.port.name))", parent: chain)
      } else if frame.base == nil {
        chain = CallChain(frame.port.name, parent: nil)
      }
    }
    return chain
  }
}
