import ManifestModel
import PageABI
import Testing

@testable import Host

/// Calls of pages that are not initialized.
@Suite @MainActor struct DispatcherKeptTests {
  private func fixture(_ whenAbsent: Manifest.WhenAbsent) throws -> DispatcherFixture {
    try DispatcherFixture(whenAbsent, isOpen: false)
  }

  /// Counts how often a page is to be woken and answers when told.
  @MainActor private final class Waking {
    var count = 0
    var answer: (@MainActor (PortAnswer) -> Void)?

    init(_ dispatcher: Dispatcher) {
      dispatcher.wake = { [self] _, completion in
        count += 1
        answer = completion
      }
    }
  }

  @Test func `Unavailable fails and says whose page is not open`() throws {
    let fixture = try fixture(.unavailable)
    let result = fixture.call("box.add", [.integer(1)])
    #expect(result.status == .unavailable)
    #expect(result.value == .string("box.add is offered by BoxPage, which is not open now"))
  }

  @Test func `Keep delivers at the next initialization, in order, and answers then`() throws {
    let fixture = try fixture(.keep)
    for number in 1...3 {
      #expect(
        fixture.call("box.add", [.integer(Int64(number))], token: UInt64(number)).status == .pending
      )
    }
    try fixture.openCallee()
    #expect(fixture.callee.integers.isEmpty, "not within the call that initializes it")
    fixture.scheduler.run()
    #expect(fixture.callee.integers == [1, 2, 3])
    #expect(fixture.caller.entries.count { $0 == "completed" } == 3)
  }

  @Test func `A wrong call is not kept`() throws {
    let fixture = try fixture(.keep)
    #expect(fixture.call("box.add", [.string("")]).status == .invalid)
    #expect(fixture.calleeController.kept.isEmpty)
  }

  @Test func `A call that comes before those that wait are delivered waits behind them`() throws {
    let fixture = try fixture(.keep)
    _ = fixture.call("box.add", [.integer(1)])
    try fixture.openCallee()
    #expect(fixture.call("box.add", [.integer(2)]).status == .pending)
    fixture.scheduler.run()
    #expect(fixture.callee.integers == [1, 2])
    #expect(fixture.call("box.add", [.integer(3)]).status == .ok)
  }

  @Test func `Sixty-four calls wait for a page, and one more is refused`() throws {
    let fixture = try fixture(.keep)
    for _ in 0..<KeptCall.limit {
      #expect(fixture.call("box.add", [.integer(1)]).status == .pending)
    }
    let result = fixture.call("box.add", [.integer(1)])
    #expect(result.status == .tooLarge)
    #expect(result.value == .string("64 calls wait for BoxPage already"))
    try fixture.openCallee()
    fixture.scheduler.run()
    #expect(fixture.callee.integers.count == 64 && fixture.calleeController.kept.isEmpty)
  }

  @Test func `A page that left before delivery is waited for again`() throws {
    let fixture = try fixture(.keep)
    _ = fixture.call("box.add", [.integer(1)])
    try fixture.openCallee()
    fixture.calleeInstance?.release()
    fixture.scheduler.run()
    #expect(fixture.callee.integers.isEmpty && fixture.calleeController.kept.count == 1)
  }

  @Test
  func
    `Case 21: what was kept is answered when it is purged, also between initialization and delivery`()
    throws
  {
    let fixture = try fixture(.keep)
    _ = fixture.call("box.add", [.integer(1)], token: 5)
    try fixture.openCallee()
    fixture.dispatcher.fail(fixture.calleeController, PortAnswer(.cancelled, message: "signed out"))
    fixture.scheduler.run()
    #expect(fixture.callee.integers.isEmpty)
    #expect(fixture.caller.completed?.token == 5)
    #expect(fixture.caller.completed?.value == .string("signed out"))
  }

  // MARK: Waking

  @Test func `Wake initializes the page once for all calls and delivers them`() throws {
    let fixture = try fixture(.wake)
    let waking = Waking(fixture.dispatcher)
    for number in 1...3 { _ = fixture.call("box.add", [.integer(Int64(number))]) }
    #expect(waking.count == 1)
    try fixture.openCallee()
    waking.answer?(.done)
    fixture.scheduler.run()
    #expect(fixture.callee.integers == [1, 2, 3])
  }

  @Test func `A page that cannot be woken answers those who wait, and is woken anew by the next`()
    throws
  {
    let fixture = try fixture(.wake)
    let waking = Waking(fixture.dispatcher)
    _ = fixture.call("box.add", [.integer(1)], token: 7)
    waking.answer?(PortAnswer(.failed, message: "its file is gone"))
    fixture.scheduler.run()
    #expect(fixture.caller.completed?.token == 7)
    #expect(fixture.caller.completed?.status == PAGE_FAILED)
    #expect(fixture.caller.completed?.value == .string("its file is gone"))
    _ = fixture.call("box.add", [.integer(2)])
    #expect(waking.count == 2)
  }

  @Test func `A page is woken although calls that do not wake wait already`() throws {
    let fixture = try fixture(.wake)
    let waking = Waking(fixture.dispatcher)
    let keep = Manifest.Page("BoxPage", actions: DispatcherFixture.declared(.keep))
    let wake = fixture.calleeController.page
    fixture.calleeController.update(keep)
    fixture.dispatcher.update([fixture.calleeController], chosen: [:])
    _ = fixture.call("box.add", [.integer(1)])
    #expect(waking.count == 0)
    fixture.calleeController.update(wake)
    fixture.dispatcher.update([fixture.calleeController], chosen: [:])
    _ = fixture.call("box.add", [.integer(2)])
    #expect(waking.count == 1)
    waking.answer?(PortAnswer(.failed, message: "no"))
    #expect(fixture.calleeController.kept.count == 1, "what can wait goes on waiting")
  }

  @Test func `A page that is being initialized is waited for, not woken beside`() throws {
    let fixture = try fixture(.wake)
    let waking = Waking(fixture.dispatcher)
    fixture.callee.scripts["initData"] = { _ in PAGE_PENDING }
    try fixture.openCallee()
    #expect(fixture.call("box.add", [.integer(1)], token: 4).status == .pending)
    #expect(waking.count == 0)
    fixture.dispatcher.initializationFailed(
      fixture.calleeController, PortAnswer(.timedOut, message: "late"))
    fixture.scheduler.run()
    #expect(fixture.caller.completed?.token == 4)
    #expect(fixture.caller.completed?.status == PAGE_TIMED_OUT)
  }

  @Test func `Where nobody can wake it, the call fails`() throws {
    let fixture = try fixture(.wake)
    let result = fixture.call("box.add", [.integer(1)])
    #expect(result.status == .unavailable && fixture.calleeController.kept.isEmpty)
  }

  // MARK: From the host

  @Test func `The command line calls by the same rules`() throws {
    let fixture = try DispatcherFixture()
    fixture.callee.reply = 12
    var answers: [PortAnswer] = []
    fixture.dispatcher.call("box.give", []) { answers.append($0) }
    fixture.dispatcher.call("box.give", [.integer(1)]) { answers.append($0) }
    fixture.dispatcher.call("no.body", []) { answers.append($0) }
    #expect(answers.map(\.status) == [.ok, .invalid, .notFound])
    #expect(answers[0].value == .integer(12))
    #expect(answers[2].message == "no page offers no.body")
  }

  @Test func `A trace tells a call that was kept once, with the page that called`() throws {
    let fixture = try fixture(.keep)
    var lines: [String] = []
    fixture.dispatcher.trace = { lines.append($0.description) }
    _ = fixture.call("box.add", [.integer(1)])
    try fixture.openCallee()
    fixture.scheduler.run()
    #expect(
      lines == [
        "call  CallerPage#1 → BoxPage#2  box.add(1)", "reply  BoxPage#2 → CallerPage#1  box.add()",
      ])
  }
}
