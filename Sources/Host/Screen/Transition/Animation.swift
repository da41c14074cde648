/// Something that takes time, a frame at a time, by the loop's clock.
@MainActor package final class Animation {
  private let loop: Loop
  private let start: UInt64
  private let duration: UInt64
  private let step: @MainActor (Double) -> Void
  private let ended: @MainActor () -> Void
  private var timer: LoopTimer?

  /// Begins one; the first frame is drawn a frame's time from now.
  ///
  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - step: Draws the frame of a progress between 0 and 1.
  ///   - ended: Told when the duration has passed; not when it is cancelled before.
  package init(
    on loop: Loop, duration: UInt64, step: @escaping @MainActor (Double) -> Void,
    ended: @escaping @MainActor () -> Void
  ) {
    self.loop = loop
    self.duration = max(1, duration)
    self.step = step
    self.ended = ended
    start = loop.clock.now
    next()
  }

  /// Ends it without another frame; a second time does nothing.
  package func cancel() {
    timer?.cancel()
    timer = nil
  }

  private func next() {
    timer = loop.timer(after: ScreenTransition.frameInterval) { [weak self] in self?.fire() }
  }

  private func fire() {
    timer = nil
    let passed = loop.clock.now - start
    guard passed < duration else { return ended() }
    // Frames that a slow terminal leaves no time for are left out: the next one is of its own moment.
    next()
    step(Double(passed) / Double(duration))
  }
}
