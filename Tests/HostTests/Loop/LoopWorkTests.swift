import Glibc
import Synchronization
import Testing

@testable import Host

@Suite @MainActor struct LoopWorkTests {
  @Test func `Work runs on another thread and its result comes back to this one`() throws {
    try withLoop { loop, _ in
      let here = pthread_self()
      var threads: [pthread_t] = []
      loop.work({ pthread_self() }) { worker in threads = [worker, pthread_self()] }
      #expect(loop.pendingWork == 1)
      loop.turn(wait: true)
      #expect(loop.pendingWork == 0)
      #expect(threads.count == 2)
      #expect(threads.first != here)
      #expect(threads.last == here)
    }
  }

  @Test func `Much work is done by few workers, each result once`() throws {
    try withLoop { loop, _ in
      let most = Mutex((now: 0, most: 0))
      var results: [Int] = []
      for number in 0..<200 {
        loop.work({
          most.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          sched_yield()
          most.withLock { $0.now -= 1 }
          return number
        }) { results.append($0) }
      }
      #expect(loop.settle())
      #expect(results.sorted() == Array(0..<200))
      #expect(most.withLock { $0.most } <= 8)
    }
  }

  @Test func `Cancelled work has no completion, and is no longer pending once it has ended`() throws
  {
    try withLoop { loop, _ in
      var completed = false
      let work = loop.work({ 1 }) { _ in completed = true }
      work.cancel()
      #expect(loop.settle())
      #expect(loop.pendingWork == 0)
      #expect(!completed)
      work.cancel()
    }
  }

  @Test func `Closing the loop waits for workers and drops their results`() throws {
    let loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    let began = Mutex(false)
    let ended = Mutex(false)
    var completed = false
    loop.work({
      began.withLock { $0 = true }
      for _ in 0..<100 { sched_yield() }
      ended.withLock { $0 = true }
    }) { _ in completed = true }
    loop.close()
    #expect(began.withLock { $0 } == ended.withLock { $0 })
    #expect(!completed)
  }
}
