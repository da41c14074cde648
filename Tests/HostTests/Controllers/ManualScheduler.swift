@testable import Host

/// A scheduler whose jobs and timers run when a test says so.
@MainActor final class ManualScheduler: EntryScheduler {
  private(set) var jobs: [@MainActor () -> Void] = []
  /// Timers that are neither fired nor cancelled, by number.
  private(set) var timers: [Int: @MainActor () -> Void] = [:]
  /// The times that timers were asked for, in nanoseconds.
  private(set) var delays: [UInt64] = []

  func later(_ job: @escaping @MainActor () -> Void) { jobs.append(job) }

  func after(
    _ nanoseconds: UInt64, _ job: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let number = delays.count
    delays.append(nanoseconds)
    timers[number] = job
    return { [self] in timers[number] = nil }
  }

  /// Runs the jobs that wait now and, turn after turn, those that they ask for.
  /// - Returns: Whether it came to an end within a hundred turns.
  @discardableResult func run() -> Bool {
    for _ in 0..<100 {
      guard !jobs.isEmpty else { return true }
      let ready = jobs
      jobs = []
      for job in ready { job() }
    }
    return jobs.isEmpty
  }

  /// Lets every timer's time come.
  func fire() {
    let due = timers.sorted { $0.key < $1.key }.map(\.value)
    timers = [:]
    for job in due { job() }
  }
}
