import Glibc
import Testing

@testable import Host

/// What is typed and not complete, by a clock of the test's own; one after the other with all that opens a terminal.
extension TerminalTests {
  /// Types on a terminal, and reads it when that has come.
  private func type(_ text: String, on pseudo: PseudoTerminal, _ input: TerminalInput) {
    pseudo.type(text)
    var descriptor = pollfd(fd: pseudo.terminal, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, -1)
    input.read()
  }

  /// Reads a terminal with a clock that stands still; gives what came as events.
  private func read(
    _ body: (PseudoTerminal, TerminalInput, ManualClock, Loop, () -> [InputEvent]) throws -> Void
  ) throws {
    let pseudo = try PseudoTerminal()
    let terminal = try open(pseudo)
    defer { terminal.close() }
    let clock = ManualClock()
    let loop = try Loop(clock: clock, servesMainQueue: false)
    defer { loop.close() }
    var events: [InputEvent] = []
    let input = TerminalInput(terminal, loop) { events.append($0) }
    defer { input.close() }
    try body(pseudo, input, clock, loop) { events }
  }

  @Test(
    "What is not complete is taken as it is after its time, and then keys are keys again",
    arguments: [
      ("\u{1B}", .key(.escape), TerminalInput.keyDelay),
      ("\u{1B}[200~abc", .paste("abc"), TerminalInput.pasteDelay),
    ] as [(String, InputEvent, UInt64)])
  func incomplete(_ text: String, _ event: InputEvent, _ delay: UInt64) throws {
    try read { pseudo, input, clock, loop, events in
      type(text, on: pseudo, input)
      clock.advance(by: delay - 1)
      _ = loop.settle()
      #expect(events() == [])
      clock.advance(by: 1)
      _ = loop.settle()
      #expect(events() == [event])
      type("\u{11}", on: pseudo, input)
      #expect(events() == [event, .key(.control("q"))])
      #expect(loop.pendingTimers == 0)
    }
  }

  @Test("A paste that comes slowly is given its time anew by each of its bytes")
  func slowPaste() throws {
    try read { pseudo, input, clock, loop, events in
      for piece in ["\u{1B}[200~a", "b", "\u{1B}[20", "1~"] {
        clock.advance(by: TerminalInput.pasteDelay - 1)
        _ = loop.settle()
        #expect(events() == [])
        type(piece, on: pseudo, input)
      }
      #expect(events() == [.paste("ab")])
      #expect(loop.pendingTimers == 0)
    }
  }
}
