import Glibc
import Synchronization
import Testing

@testable import Host

/// Runs `body` with a loop of its own, whose clock stands still, and closes it.
@MainActor func withLoop(_ body: (Loop, ManualClock) throws -> Void) throws {
  let clock = ManualClock()
  let loop = try Loop(clock: clock, servesMainQueue: false)
  defer { loop.close() }
  try body(loop, clock)
}

@Suite @MainActor struct LoopTests {
  @Test func `Jobs run in the order in which they were asked for`() throws {
    try withLoop { loop, _ in
      var order: [Int] = []
      for number in 0..<5 { loop.later { order.append(number) } }
      #expect(loop.hasReadyJobs)
      #expect(order.isEmpty)
      loop.turn(wait: false)
      #expect(order == [0, 1, 2, 3, 4])
      #expect(!loop.hasReadyJobs)
    }
  }

  @Test func `A job that a job adds comes in a later turn, behind those already waiting`() throws {
    try withLoop { loop, _ in
      var order: [String] = []
      loop.later {
        order.append("first")
        loop.later { order.append("third") }
      }
      loop.later { order.append("second") }
      loop.turn(wait: false)
      #expect(order == ["first", "second"])
      loop.turn(wait: true)
      #expect(order == ["first", "second", "third"])
    }
  }

  @Test func `One turn runs a bounded number of jobs and loses none`() throws {
    try withLoop { loop, _ in
      var ran: [Int] = []
      for number in 0..<5_000 { loop.later { ran.append(number) } }
      loop.turn(wait: false)
      #expect(ran.count < 5_000)
      #expect(loop.settle())
      #expect(ran == Array(0..<5_000))
    }
  }

  @Test func `Running ends when a job stops it`() throws {
    try withLoop { loop, _ in
      var turns = 0
      @MainActor func again() {
        turns += 1
        if turns == 3 { loop.stop() } else { loop.later(again) }
      }
      loop.later(again)
      loop.run()
      #expect(turns == 3)
    }
  }

  @Test func `Settling runs jobs, workers and what they lead to, but waits for no timer`() throws {
    try withLoop { loop, _ in
      var order: [String] = []
      loop.timer(after: 1) { order.append("timer") }
      loop.later {
        loop.work({ 20 }) { number in
          order.append("worker \(number)")
          loop.later { order.append("last") }
        }
      }
      #expect(loop.settle())
      #expect(order == ["worker 20", "last"])
      #expect(loop.pendingTimers == 1)
    }
  }

  @Test func `Settling gives up at its limit when jobs never end`() throws {
    try withLoop { loop, _ in
      var runs = 0
      @MainActor func again() {
        runs += 1
        loop.later(again)
      }
      loop.later(again)
      #expect(!loop.settle(limit: 2_000_000))
      #expect(runs > 0)
    }
  }

  @Test func `Closing drops jobs and timers, and closing again is harmless`() throws {
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    var ran = false
    loop.later { ran = true }
    loop.timer(after: 0) { ran = true }
    loop.close()
    loop.close()
    #expect(!ran)
  }

  @Test func `A closed loop leaves no descriptor open`() throws {
    func open() throws -> Int {
      var count = 0
      for descriptor in Int32(0)..<256 where fcntl(descriptor, F_GETFD) >= 0 { count += 1 }
      return count
    }
    // The first loop of a process opens what libuv shares between loops.
    try withLoop { loop, _ in try loop.signal(SIGUSR2) {} }
    let before = try open()
    for _ in 0..<10 {
      try withLoop { loop, _ in
        try loop.signal(SIGUSR2) {}
        loop.work({ 1 }) { _ in }
        loop.timer(after: 5) {}
      }
    }
    #expect(try open() <= before)
  }
}
