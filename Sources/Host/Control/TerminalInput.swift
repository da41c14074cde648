/// What is typed on a terminal, as events; what has come only in part is taken as it is when nothing follows it.
@MainActor final class TerminalInput {
  private let terminal: Terminal
  private let loop: Loop
  private let handle: @MainActor (InputEvent) -> Void
  private var timer: LoopTimer?

  /// How long the beginning of a key, such as a lone Escape, waits for what may follow it, in nanoseconds.
  nonisolated static let keyDelay: UInt64 = 25_000_000
  /// How long a paste waits for its next bytes, in nanoseconds.
  ///
  /// Given up too early, the rest of it would be keys, and line breaks in it Enter. Never given up, an end that is lost
  /// would make the app deaf.
  nonisolated static let pasteDelay: UInt64 = 5_000_000_000

  init(_ terminal: Terminal, _ loop: Loop, _ handle: @escaping @MainActor (InputEvent) -> Void) {
    self.terminal = terminal
    self.loop = loop
    self.handle = handle
  }

  /// Reads what has come.
  func read() {
    close()
    for event in terminal.readEvents() { handle(event) }
    guard let wait = terminal.wait else { return }
    let delay = wait == .paste ? Self.pasteDelay : Self.keyDelay
    timer = loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      for event in terminal.flushEvents() { handle(event) }
    }
  }

  /// Waits for nothing any more.
  func close() {
    timer?.cancel()
    timer = nil
  }
}
