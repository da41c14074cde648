import Testing

@testable import Host

@Suite @MainActor struct LoopHoldTests {
  @Test func `Settling waits for a hold`() throws {
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    defer { loop.close() }
    let hold = loop.hold()
    #expect(!loop.settle(limit: 2_000_000))
    _ = try loop.alarm(after: 1) { hold.release() }
    #expect(loop.settle())
    hold.release()
    #expect(loop.pendingWork == 0, "released twice counts once")
  }

  @Test func `An alarm follows real time, though the clock stands still`() throws {
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    defer { loop.close() }
    var rang = 0
    _ = try loop.alarm(after: 1) { rang += 1 }
    let cancelled = try loop.alarm(after: 0) { rang += 100 }
    cancelled.cancel()
    while rang == 0 { loop.turn(wait: true) }
    loop.turn(wait: false)
    #expect(rang == 1)
  }
}
