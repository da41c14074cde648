internal import CUV
private import Glibc

/// The host's loop: jobs, timers, descriptors, signals and workers' results, one after another on
/// one thread.
///
/// It is libuv's loop with Dispatch's main queue as one of its sources, so that `@MainActor` is
/// this thread. A loop with nothing to do waits in one `epoll_wait` and makes no system call.
@MainActor package final class Loop {
  /// Who does the work of ``work(_:completion:)``.
  package enum Workers: Sendable {
    /// Threads, as it comes.
    case threads
    /// The loop itself, a piece of work a job: what happens is then the same each time.
    case none
  }

  /// The time that timers follow.
  package let clock: any HostClock
  let workers: Workers

  let raw: UnsafeMutablePointer<uv_loop_t>
  var timers = TimerQueue()
  /// Requests that workers have not finished, or whose completion has not run, and holds.
  package internal(set) var pendingWork = 0
  var works: [ObjectIdentifier: LoopWork] = [:]
  /// Grows with everything that happens except timers; how `settle` sees that a turn was quiet.
  var activity: UInt64 = 0

  private var jobs: [@MainActor () -> Void] = []
  private var firstJob = 0
  private var alarm: LoopSource?
  private var isTurning = false
  private var isStopping = false
  private(set) var isClosed = false

  /// Jobs that one turn runs at most, so that descriptors and timers get their share.
  private static let jobsPerTurn = 1_024

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - clock: The time for timers.
  ///   - servesMainQueue: Whether Dispatch's main queue is one of its sources. Only on the
  ///     process's main thread, in a process that does not call `dispatchMain` (a test runner
  ///     does).
  ///   - workers: Who does the work that would hold it up.
  package init(
    clock: any HostClock = SystemClock(), servesMainQueue: Bool, workers: Workers = .threads
  ) throws(LoopError) {
    self.clock = clock
    self.workers = workers
    raw = .allocate(capacity: 1)
    let code = uv_loop_init(raw)
    guard code == 0 else {
      raw.deallocate()
      isClosed = true
      throw LoopError(operation: "making the loop", code: code)
    }
    do {
      try keepAlive()
      try addAlarm()
      if servesMainQueue { try serveMainQueue() }
    } catch {
      close()
      throw error
    }
  }

  deinit {
    let wasClosed = isClosed
    precondition(wasClosed, "a Loop must be closed before the last reference to it goes")
  }

  // MARK: Jobs

  /// Runs `job` in a later turn, after all that were asked for before it.
  package func later(_ job: @escaping @MainActor () -> Void) {
    precondition(!isClosed, "the loop is closed")
    jobs.append(job)
  }

  /// Whether a job waits for its turn.
  package var hasReadyJobs: Bool { firstJob < jobs.count }

  // MARK: Running

  /// Runs until `stop`.
  package func run() {
    isStopping = false
    while !isStopping { turn(wait: true) }
  }

  /// Lets `run` return after the current turn.
  package func stop() { isStopping = true }

  /// Runs one turn: due timers, the jobs that are ready now, then what descriptors, signals and
  /// workers have brought.
  ///
  /// - Parameter wait: Whether to wait for something to happen when nothing was ready.
  package func turn(wait: Bool) {
    turn(waitingAtMost: wait ? .max : 0)
  }

  /// Runs turns until no job is ready and no worker owes a completion.
  ///
  /// Timers are not waited for.
  ///
  /// What tasks of Swift concurrency do on other threads is not known to the loop, and not waited
  /// for either.
  /// - Parameter limit: Nanoseconds of real time after which it gives up.
  /// - Returns: Whether all is settled.
  package func settle(limit: UInt64 = 5_000_000_000) -> Bool {
    let time = SystemClock()
    let end = time.now + limit
    while true {
      let before = activity
      turn(waitingAtMost: 0)
      let isQuiet = activity == before && !hasReadyJobs
      if isQuiet && pendingWork == 0 { return true }
      let now = time.now
      if now >= end { return false }
      if isQuiet { turn(waitingAtMost: end - now) }
    }
  }

  /// - Parameter wait: Nanoseconds of real time; `.max` is without end.
  private func turn(waitingAtMost wait: UInt64) {
    precondition(!isTurning, "a turn of the loop was asked for from within a turn")
    precondition(!isClosed, "the loop is closed")
    isTurning = true
    defer { isTurning = false }
    let didFire = fireTimers()
    let didRun = runJobs()
    let mayWait = wait > 0 && !didFire && !didRun
    if mayWait { setAlarm(waitingAtMost: wait) }
    uv_run(raw, mayWait ? UV_RUN_ONCE : UV_RUN_NOWAIT)
    if mayWait { fireTimers() }
  }

  /// Runs the jobs that are ready now; those that they add come in a later turn.
  ///
  /// - Returns: Whether there were any.
  private func runJobs() -> Bool {
    guard hasReadyJobs else { return false }
    let end = min(jobs.count, firstJob + Self.jobsPerTurn)
    while firstJob < end {
      let job = jobs[firstJob]
      firstJob += 1
      activity += 1
      job()
    }
    if firstJob == jobs.count {
      jobs.removeAll(keepingCapacity: jobs.capacity <= Self.jobsPerTurn)
      firstJob = 0
    } else if firstJob >= Self.jobsPerTurn {
      jobs.removeFirst(firstJob)
      firstJob = 0
    }
    return true
  }

  // MARK: Closing

  /// Ends every source, timer and job, waits for workers that have begun, and gives everything back
  /// to the system.
  ///
  /// No handler is called any more. A closed loop cannot be used again; closing it twice is
  /// harmless.
  package func close() {
    guard !isClosed else { return }
    precondition(!isTurning, "the loop was closed from within a turn")
    timers.removeAll()
    jobs = []
    firstJob = 0
    for work in works.values { work.cancel() }
    uv_walk(
      raw,
      { handle, _ in
        guard let handle, uv_is_closing(handle) == 0 else { return }
        // uv_walk calls back before it returns, on this thread.
        nonisolated(unsafe) let found = handle
        MainActor.assumeIsolated { LoopSource.of(found)?.cancel() }
      }, nil)
    uv_run(raw, UV_RUN_DEFAULT)
    let code = uv_loop_close(raw)
    precondition(code == 0, "a handle of the loop was left open")
    raw.deallocate()
    jobs = []
    alarm = nil
    isClosed = true
  }

  // MARK: Waiting

  /// Adds a handle that nothing ever triggers: without one, libuv returns at once instead of
  /// waiting.
  private func keepAlive() throws(LoopError) {
    let source = LoopSource(UV_ASYNC) {}
    try source.start(
      as: uv_async_t.self, "keeping the loop alive",
      initialize: { uv_async_init(raw, $0, nil) }, begin: { _ in 0 })
  }

  /// Adds the one libuv timer, which ends a wait when a timer of the queue or the wait's own limit
  /// is due.
  private func addAlarm() throws(LoopError) {
    let source = LoopSource(UV_TIMER) {}
    try source.start(
      as: uv_timer_t.self, "making the loop's timer",
      initialize: { uv_timer_init(raw, $0) }, begin: { _ in 0 })
    alarm = source
  }

  private func setAlarm(waitingAtMost wait: UInt64) {
    guard let timer = alarm?.handle?.assumingMemoryBound(to: uv_timer_t.self) else { return }
    var delay = wait
    if clock.runs, let next = timers.next() {
      let now = clock.now
      delay = min(delay, next > now ? next - now : 0)
    }
    guard delay != .max else {
      uv_timer_stop(timer)
      return
    }
    uv_update_time(raw)
    uv_timer_start(timer, { _ in }, delay / 1_000_000 + 1, 0)
  }
}
