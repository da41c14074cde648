internal import PageABI
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Runs this image's tasks, actors and sleeps as callbacks from the host's loop, on no thread of its own.
///
/// The host knows no job: each entry runs what it made ready before it returns, and for the rest the host is asked for a
/// turn. So nothing of the image is left in the host when the image is closed, whatever is still suspended.
final class HostLoop: @unchecked Sendable {
  // Invariant of @unchecked Sendable: the host enters an image on one thread only, and a task
  // that a thread of the page's own resumes is not supported by this kit (such a page is pinned and said to be).
  static let shared = HostLoop()

  /// At most this many jobs run in one entry; the rest waits for a turn, so that the host stays responsive.
  static let jobsPerEntry = 4096

  private struct Timer {
    var deadline: UInt64
    var instance: page_instance
    var job: UnownedJob
  }

  private var ready: [UnownedJob] = []
  private var next = 0
  private var timers: [Timer] = []
  private var host: UnsafePointer<page_host>?
  /// The deadline of the turn that the host was asked for and has not given yet.
  private var asked: UInt64?
  private var isInside = false

  /// Installs the loop for the image; comes before its first task.
  func open(_ host: UnsafePointer<page_host>) {
    if self.host == nil { _createExecutors(factory: Executors.self) }
    self.host = host
  }

  /// Forgets the host and whatever still waits.
  func close() {
    host = nil
    ready.removeAll()
    next = 0
    timers.removeAll()
  }

  // MARK: Running

  /// Runs the code of an entry from the host, then what is ready.
  ///
  /// Where the host enters while another entry is running jobs, those of this one wait for that one.
  func enter<T>(_ body: () -> T) -> T {
    guard !isInside else { return body() }
    isInside = true
    let result = body()
    runReadyJobs()
    isInside = false
    askForTurn()
    return result
  }

  /// Gives the jobs their turn that the host was asked for.
  func turn() {
    asked = nil
    enter {}
  }

  /// Ends the sleeps of a page whose tasks have been cancelled, as their timers would outlive it otherwise.
  func endSleeps(of instance: page_instance) {
    ready.append(contentsOf: timers.lazy.filter { $0.instance == instance }.map(\.job))
    timers.removeAll { $0.instance == instance }
  }

  private func runReadyJobs() {
    if let host, !timers.isEmpty {
      let now = host.pointee.now(host)
      let due = timers.prefix { $0.deadline <= now }
      ready.append(contentsOf: due.lazy.map(\.job))
      timers.removeFirst(due.count)
    }
    let end = next + HostLoop.jobsPerEntry
    while next < min(ready.count, end) {
      let job = ready[next]
      next += 1
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
    if next == ready.count {
      ready.removeAll(keepingCapacity: ready.capacity <= 256)
    } else {
      ready.removeFirst(next)
    }
    next = 0
  }

  private func askForTurn() {
    guard let host else { return }
    let wanted = ready.isEmpty ? timers.first?.deadline : 0
    guard let wanted, wanted < asked ?? .max else { return }
    asked = wanted
    host.pointee.turn(host, wanted)
  }
}

extension HostLoop: MainExecutor, TaskExecutor, SchedulingExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    ready.append(UnownedJob(job))
    if !isInside { askForTurn() }
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
    guard let host else { return }
    let (seconds, attoseconds) = delay.components
    // A century at most, which the host's clock can count.
    let nanoseconds =
      min(max(0, seconds), 1 << 32) * 1_000_000_000 + max(0, attoseconds) / 1_000_000_000
    let timer = Timer(
      deadline: host.pointee.now(host) + UInt64(nanoseconds),
      instance: CurrentWork.value.instance, job: job)
    // After the last that is not later: equal deadlines keep their order.
    let index = timers.firstIndex { $0.deadline > timer.deadline } ?? timers.endIndex
    timers.insert(timer, at: index)
    if !isInside { askForTurn() }
  }

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
