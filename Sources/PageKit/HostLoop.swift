@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
internal import PageABI

/// Runs this image's tasks, actors and sleeps as callbacks from the host's loop, on no thread of its own.
///
/// The host knows no job: it is asked for a turn, and `drain` runs what is ready. So nothing of the image is left in
/// the host when the image is closed, whatever is still suspended.
final class HostLoop: MainExecutor, TaskExecutor, SchedulingExecutor, @unchecked Sendable {
  // Invariant of @unchecked Sendable: the host enters an image on one thread only, and a task
  // that a thread of the page's own resumes is not supported by this kit (such a page is pinned and said to be).
  static let shared = HostLoop()

  /// At most this many jobs run in one entry; the rest waits for the next turn, so that the host stays responsive.
  static let jobsPerEntry = 4096

  private struct Timer {
    var deadline: UInt64
    var job: UnownedJob
    /// The page whose task sleeps; nil when no page's does.
    var page: page_instance?
  }

  private var ready: [UnownedJob] = []
  private var next = 0
  private var timers: [Timer] = []
  private var host: UnsafePointer<page_host>?
  private var asked: UInt64?
  private var draining = false

  /// Installs the loop for the image; comes before its first task.
  func install(host: UnsafePointer<page_host>) {
    if self.host == nil { _createExecutors(factory: Executors.self) }
    self.host = host
  }

  var now: UInt64 { host.map { $0.pointee.now($0) } ?? 0 }

  // MARK: Enqueueing

  func enqueue(_ job: consuming ExecutorJob) {
    ready.append(UnownedJob(job))
    if !draining { ask(0) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    insert(UnownedJob(job), after: delay as? Duration ?? .zero)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    insert(UnownedJob(job), after: clock.now.duration(to: instant) as? Duration ?? .zero)
  }

  private func insert(_ job: UnownedJob, after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = max(0, seconds) &* 1_000_000_000 &+ max(0, attoseconds) / 1_000_000_000
    let timer = Timer(
      deadline: now &+ UInt64(nanoseconds), job: job, page: CurrentCall.page)
    // After the last that is not later: equal deadlines keep their order.
    let index = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
    timers.insert(timer, at: index)
    if !draining { ask(timers[0].deadline) }
  }

  // MARK: Running

  /// Runs what is ready, at most `jobsPerEntry` jobs, and asks the host for another turn if anything is left.
  func drain() {
    guard !draining else { return }
    draining = true
    releaseDueTimers()
    var left = HostLoop.jobsPerEntry
    while next < ready.count, left > 0 {
      let job = ready[next]
      next += 1
      left -= 1
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
    if next == ready.count {
      ready.removeAll(keepingCapacity: ready.capacity <= 256)
      next = 0
    } else if next > 1024 {
      ready.removeFirst(next)
      next = 0
    }
    draining = false
    asked = nil
    if next < ready.count { ask(0) } else if let timer = timers.first { ask(timer.deadline) }
  }

  /// Wakes the sleeping tasks of a page, which have been cancelled: a cancelled sleep would keep its job until its time.
  func wake(_ page: page_instance) {
    guard timers.contains(where: { $0.page == page }) else { return }
    ready.append(contentsOf: timers.filter { $0.page == page }.map(\.job))
    timers.removeAll { $0.page == page }
  }

  private func releaseDueTimers() {
    guard !timers.isEmpty else { return }
    let now = self.now
    let due = timers.prefix { $0.deadline <= now }
    ready.append(contentsOf: due.map(\.job))
    timers.removeFirst(due.count)
  }

  private func ask(_ deadline: UInt64) {
    if let asked, asked <= deadline { return }
    asked = deadline
    if let host { host.pointee.turn(host, deadline) }
  }

  // MARK: What an executor must have

  func run() throws {}
  func stop() {}
  func checkIsolated() {}
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
}

/// Tells Swift's runtime of this image which executors it has.
private struct Executors: ExecutorFactory {
  static var mainExecutor: any MainExecutor { HostLoop.shared }
  static var defaultExecutor: any TaskExecutor { HostLoop.shared }
}

/// Runs main-actor code in an entry from the host.
///
/// `MainActor.assumeIsolated` would ask the runtime whether this is the process's main thread; the host promises more,
/// that all entries are on one thread, and less, that it is that one. The
/// arguments are handed through, as pointers of the boundary may not be captured by code of another isolation.
func entered<Arguments, T>(
  _ arguments: Arguments, _ body: @MainActor (Arguments) throws -> T
) rethrows -> T {
  try withoutActuallyEscaping(body) { body in
    try unsafeBitCast(body, to: ((Arguments) throws -> T).self)(arguments)
  }
}
