import ManifestModel
import PageABI
import Testing

@testable import Host

/// What a plan does to the answers of a port.
@Suite @MainActor struct AnswerPlanTests {
  private let scheduler = ManualScheduler()
  private let plan: AnswerPlan
  private let page = FakePort()
  private let port: any PagePort
  private let answers = Answers()

  /// The answers that came, in order.
  @MainActor private final class Answers {
    var list: [String] = []
  }

  init() {
    plan = AnswerPlan(scheduler: scheduler)
    port = plan.port(before: page, of: "NotePage", named: "NotePage#7")
  }

  private static let initData = PortEntry.initData(arguments: [:], state: [:])

  private func enter(_ entry: PortEntry) {
    port.enter(entry) { [answers] in
      answers.list.append(
        "\(entry.name) \($0.status)\($0.message.isEmpty ? "" : ": \($0.message)")")
    }
  }

  @Test func `What is not planned passes, and one plan is enough for a port`() {
    enter(Self.initData)
    enter(.appearStarted)
    #expect(page.entries == ["initData", "appearStarted"])
    #expect(answers.list == ["initData ok", "appearStarted ok"])
    #expect(plan.port(before: port, of: "NotePage", named: "NotePage#7") === port)
  }

  @Test func `A call fails as often as planned, and the page is not entered for it`() {
    plan.fail(.init("NotePage", "saveState"), times: 2)
    plan.fail(.init("OtherPage", "view"), times: 1)
    for entry in [PortEntry.saveState, .view, .saveState, .saveState] { enter(entry) }
    #expect(page.entries == ["view", "saveState"])
    #expect(
      answers.list == [
        "saveState failed: saveState was made to fail", "view ok",
        "saveState failed: saveState was made to fail", "saveState ok",
      ])
  }

  @Test func `A plan is taken back by 0`() {
    plan.fail(.init("NotePage", "view"), times: 3)
    plan.delay(.init("NotePage", "view"), times: 3)
    plan.fail(.init("NotePage", "view"), times: 0)
    plan.delay(.init("NotePage", "view"), times: 0)
    enter(.view)
    #expect(answers.list == ["view ok"])
  }

  @Test func `A held answer is given when it is released, in the order of the questions`() {
    plan.delay(.init("NotePage", "saveState"), times: 2)
    plan.delay(.init("NotePage", "view"), times: 1)
    for entry in [PortEntry.saveState, .view, .saveState, .saveState] { enter(entry) }
    #expect(page.entries == ["saveState", "view", "saveState", "saveState"])
    #expect(answers.list == ["saveState ok"])
    #expect(plan.heldCalls.map(\.name) == ["saveState", "view", "saveState"])
    #expect(plan.release { $0.name == "view" } == 1)
    #expect(answers.list.last == "view ok")
    #expect(plan.release() == 2 && plan.release() == 0)
    #expect(answers.list.count == 4 && plan.heldCalls.isEmpty)
    #expect(scheduler.timers.isEmpty)
  }

  @Test func `What is released before the page has answered comes with the page's answer`() {
    plan.delay(.init("NotePage", "initData"), times: 1)
    page.isHeld = ["initData"]
    enter(Self.initData)
    plan.release()
    #expect(answers.list.isEmpty)
    page.answer("initData")
    #expect(answers.list == ["initData ok"])
  }

  @Test func `A failure can be held too`() {
    plan.fail(.init("NotePage", "initData"), times: 1)
    plan.delay(.init("NotePage", "initData"), times: 1)
    enter(Self.initData)
    #expect(answers.list.isEmpty && page.entries.isEmpty)
    plan.release()
    #expect(answers.list == ["initData failed: initData was made to fail"])
  }

  @Test func `A held answer that is never released ends at the deadline, once`() {
    plan.delay(.init("NotePage", "initData"), times: 1)
    enter(Self.initData)
    #expect(scheduler.delays == [InProcessPort.deadline])
    scheduler.fire()
    #expect(answers.list == ["initData timed out: NotePage#7 did not answer in 30 seconds"])
    #expect(plan.release() == 0 && plan.heldCalls.isEmpty)
    #expect(answers.list.count == 1)
  }

  @Test func `What is held of a page that leaves is cancelled, once, and of no other`() {
    let other = plan.port(before: FakePort(), of: "NotePage", named: "NotePage#8")
    plan.delay(.init("NotePage", "saveState"), times: 2)
    enter(.saveState)
    other.enter(.saveState) { [answers] in answers.list.append("other \($0.status)") }
    port.invalidate()
    #expect(answers.list == ["saveState cancelled: NotePage#7 has left"])
    #expect(!page.isValid)
    #expect(plan.release() == 1)
    #expect(answers.list.last == "other ok" && answers.list.count == 2)
    plan.fail(.init("NotePage", "view"), times: 1)
    enter(.view)
    #expect(answers.list.last == "view cancelled")
  }

  @Test func `A page that was kept from initData has no data to release`() {
    plan.fail(.init("NotePage", "initData"), times: 1)
    plan.delay(.init("NotePage", "initData"), times: 1)
    enter(Self.initData)
    enter(.releaseData)
    enter(.destroy)
    #expect(page.entries == ["destroy"])
  }

  @Test func `The port in this process is found behind it`() throws {
    let module = FakeModule(Manifest(module: "NotePage", version: "1.0.0", pages: []))
    let own = try ScriptedPage("NotePage").open(7, in: module, EntryStack(scheduler: scheduler))
    #expect(plan.port(before: own, of: "NotePage", named: "NotePage#7").inProcess === own)
    #expect(port.inProcess == nil)
  }
}
