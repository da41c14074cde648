import PageABI
import Testing

@testable import Host

@Suite @MainActor struct EvictionTests {
  let fixture: ControllerFixture
  var controller: MainController { fixture.controller }

  init() throws { fixture = try ControllerFixture() }

  /// A page outside of the stacks with what it saves.
  private func background(
    _ page: String, saves state: [String: Value] = ["text": .string("half a sentence")]
  ) -> (StackEntry, FakePort) {
    let (entry, port) = fixture.entry(page)
    port.answers["saveState"] = PortAnswer(.ok, payload: .value(.map(state)))
    controller.background.append(entry)
    return (entry, port)
  }

  private func warn(_ level: MemoryWarning = .low) -> WarningReport? {
    var report: WarningReport?
    controller.warn(level) { report = $0 }
    fixture.settle()
    return report
  }

  @Test func `A page gives its state, then its data, and is gone`() {
    let (entry, port) = background("NotePage")
    let report = warn()
    #expect(port.entries == ["initData", "saveState", "view", "releaseData", "destroy"])
    #expect(entry.instance == nil && controller.background.isEmpty)
    #expect(entry.controller.savedState == ["text": .string("half a sentence")])
    #expect(report?.evicted.map(\.module) == ["Fake"] && report?.evicted.first?.heapBytes == 4096)
    #expect(report?.stayed.isEmpty == true)
  }

  @Test func `Case 18: what is not initialized is not touched`() {
    let (entry, port) = background("NotePage")
    entry.instance?.release()
    let entries = port.entries
    #expect(warn()?.evicted.isEmpty == true && port.entries == entries)
  }

  @Test func `A page whose state cannot be saved stays, with the reason`() {
    let (entry, port) = background("NotePage")
    port.answers["saveState"] = PortAnswer(.failed, message: "the pen is dry")
    let report = warn()
    #expect(report?.stayed.map(\.reason) == ["its state could not be saved: the pen is dry"])
    #expect(entry.instance?.state == .initialized && controller.background.count == 1)
  }

  @Test func `Case 19: a state that is too large is refused, not truncated`() {
    let (entry, _) = background(
      "NotePage", saves: ["text": .string(String(repeating: "x", count: Int(PAGE_MAX_STATE)))])
    let report = warn()
    #expect(report?.stayed.first?.reason.contains("at most 262144 are kept") == true)
    #expect(entry.instance?.state == .initialized && entry.controller.savedState.isEmpty)
  }

  @Test func `A page that leaves while it saves does not keep the others from being released`() {
    let (leaving, port) = background("SlowPage")
    port.isHeld = ["saveState"]
    let (other, _) = background("NotePage")
    var report: WarningReport?
    controller.warn(.low) { report = $0 }
    controller.release(leaving)
    fixture.settle()
    #expect(other.instance == nil && report?.evicted.count == 1)
  }

  @Test
  func `Case 21: signing out forgets pages outside of the stacks, what they saved and what waits`()
  {
    let (entry, port) = background("NotePage")
    controller.signOut()
    fixture.settle()
    #expect(entry.instance == nil && controller.background.isEmpty)
    #expect(
      port.entries == ["initData", "releaseData", "destroy"], "it is not asked for its state")
  }

  @Test func `A main controller that has ended is let go of`() throws {
    weak var gone: MainController?
    do {
      let fixture = try ControllerFixture()
      fixture.controller.start()
      fixture.settle()
      gone = fixture.controller
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }
}
