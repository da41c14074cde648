private import Glibc

/// Sends what pages print to the log, while the host keeps the real output for itself.
///
/// Descriptors 1 and 2 belong to the process: whatever a page's code writes there would land on the
/// screen or in the middle of `--json`.
@MainActor package final class OutputCapture {
  /// The host's own standard output.
  package let out: Int32
  /// The host's own standard error.
  package let err: Int32

  private let captured: [(descriptor: Int32, original: Int32)]
  private let log: Log
  private var isTaken = true

  private init(log: Log, captured: [(descriptor: Int32, original: Int32)]) {
    self.log = log
    self.captured = captured
    out = captured[0].original
    err = captured[1].original
  }

  deinit {
    let wasGivenBack = !isTaken
    precondition(wasGivenBack, "an OutputCapture must be restored before its last reference goes")
  }

  /// Points the output's descriptors at the log's file.
  ///
  /// - Parameter descriptors: Standard output and error; others in tests.
  /// - Returns: Nil when the process has no descriptor left.
  package static func take(
    _ log: Log, descriptors: (out: Int32, err: Int32) = (1, 2)
  ) -> OutputCapture? {
    fflush(nil)
    var captured: [(descriptor: Int32, original: Int32)] = []
    for descriptor in [descriptors.out, descriptors.err] {
      // Far from the low numbers, which code that closes and reopens its own descriptors expects to
      // get.
      var original = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
      // A process may be started without output: what the host writes then goes nowhere.
      if original < 0 && errno == EBADF { original = open("/dev/null", O_WRONLY | O_CLOEXEC) }
      guard original >= 0 else {
        for (_, copy) in captured { close(copy) }
        return nil
      }
      captured.append((descriptor, original))
    }
    let capture = OutputCapture(log: log, captured: captured)
    capture.point(at: log.descriptor)
    log.rotated = { [weak capture] in capture?.point(at: $0) }
    return capture
  }

  /// Gives the process its output back.
  ///
  /// Restoring twice is harmless.
  package func restore() {
    guard isTaken else { return }
    isTaken = false
    // What pages have printed and libc still holds belongs to the log.
    fflush(nil)
    log.rotated = nil
    for (descriptor, original) in captured {
      dup2(original, descriptor)
      close(original)
    }
  }

  private func point(at file: Int32) {
    var file = file
    // Without a log, what is printed goes nowhere rather than to the screen.
    let nowhere = file < 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1
    if file < 0 { file = nowhere }
    guard file >= 0 else { return }
    for (descriptor, _) in captured { dup2(file, descriptor) }
    if nowhere >= 0 { close(nowhere) }
  }
}
