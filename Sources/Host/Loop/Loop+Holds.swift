extension Loop {
  /// Makes `settle` wait until the hold is released: for what neither a job nor a worker does, such as a request.
  package func hold() -> LoopHold { LoopHold(self) }

  fileprivate func addHold() { pendingWork += 1 }

  fileprivate func removeHold() {
    pendingWork -= 1
    activity += 1
  }
}

/// Something under way that the loop does not do itself.
@MainActor package final class LoopHold {
  private var loop: Loop?

  fileprivate init(_ loop: Loop) {
    self.loop = loop
    loop.addHold()
  }

  /// Ends it; releasing it twice is harmless.
  package func release() {
    loop?.removeHold()
    loop = nil
  }
}
