extension Loop: EntryScheduler {
  package func after(
    _ nanoseconds: UInt64, _ job: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    let timer = timer(after: nanoseconds, job)
    return { timer.cancel() }
  }
}
