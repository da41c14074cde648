import Testing

@testable import Host

@Suite @MainActor struct LoopTimerTests {
  @Test func `A timer fires once, when its time has come`() throws {
    try withLoop { loop, clock in
      var fired = 0
      let timer = loop.timer(after: 1_000) { fired += 1 }
      loop.turn(wait: false)
      clock.advance(by: 999)
      loop.turn(wait: false)
      #expect(fired == 0)
      #expect(timer.isActive)
      clock.advance(by: 1)
      loop.turn(wait: false)
      loop.turn(wait: false)
      #expect(fired == 1)
      #expect(!timer.isActive)
    }
  }

  @Test func `Timers fire by deadline, equal ones as they were added`() throws {
    try withLoop { loop, clock in
      var order: [String] = []
      loop.timer(after: 30) { order.append("late") }
      loop.timer(after: 10) { order.append("early 1") }
      loop.timer(after: 20) { order.append("middle") }
      loop.timer(after: 10) { order.append("early 2") }
      clock.advance(by: 30)
      loop.turn(wait: false)
      #expect(order == ["early 1", "early 2", "middle", "late"])
    }
  }

  @Test func `A cancelled timer does not fire, also when it is due in the same turn`() throws {
    try withLoop { loop, clock in
      var order: [String] = []
      var second: LoopTimer?
      loop.timer(after: 10) {
        order.append("first")
        second?.cancel()
      }
      second = loop.timer(after: 10) { order.append("second") }
      clock.advance(by: 10)
      loop.turn(wait: false)
      #expect(order == ["first"])
      #expect(loop.pendingTimers == 0)
    }
  }

  @Test func `A repeating timer skips what it missed and ends when it is cancelled`() throws {
    try withLoop { loop, clock in
      var fired = 0
      let timer = loop.timer(after: 1_000_000, repeating: 1_000_000) { fired += 1 }
      clock.advance(by: 10_000_000)
      loop.turn(wait: false)
      #expect(fired == 1)
      clock.advance(by: 1_000_000)
      loop.turn(wait: false)
      #expect(fired == 2)
      timer.cancel()
      clock.advance(by: 5_000_000)
      loop.turn(wait: false)
      #expect(fired == 2)
    }
  }

  @Test func `A timer with no delay that starts another does not starve the loop`() throws {
    try withLoop { loop, _ in
      var fired = 0
      @MainActor func again() {
        fired += 1
        loop.timer(after: 0, again)
      }
      again()
      loop.turn(wait: false)
      #expect(fired == 2)
    }
  }

  @Test func `A delay beyond the end of time is never due`() throws {
    try withLoop { loop, clock in
      var fired = false
      loop.timer(after: .max) { fired = true }
      clock.advance(by: 1 << 60)
      loop.turn(wait: false)
      #expect(!fired)
    }
  }

  @Test func `With the system's clock the loop waits until a timer is due`() throws {
    let loop = try Loop(servesMainQueue: false)
    defer { loop.close() }
    let deadline = loop.clock.now + 2_000_000
    var firedAt: UInt64 = 0
    loop.timer(at: deadline) {
      firedAt = loop.clock.now
      loop.stop()
    }
    loop.run()
    #expect(firedAt >= deadline)
  }
}
