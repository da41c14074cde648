/// Runs main-actor code in an entry from the host, and then what it made ready.
///
/// `MainActor.assumeIsolated` would ask the runtime whether this is the process's main thread; the host promises more,
/// that all entries are on one thread, and less, that it is that one. The arguments are handed through, as pointers of
/// the boundary may not be captured by code of another isolation.
func entered<Arguments, T>(
  _ arguments: Arguments, _ body: @MainActor (Arguments) -> T
) -> T {
  withoutActuallyEscaping(body) { body in
    unsafeBitCast(body, to: ((Arguments) -> T).self)(arguments)
  }
}
