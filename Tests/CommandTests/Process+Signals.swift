import Foundation

extension Process {
  /// Starts it with every signal let through.
  ///
  /// A child inherits the mask of the thread that makes it, and tests run on Dispatch's threads, which block signals:
  /// it could then be neither asked to end nor told of its own children.
  func start() throws {
    var open = sigset_t()
    var before = sigset_t()
    sigemptyset(&open)
    pthread_sigmask(SIG_SETMASK, &open, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
