/// Why there is no screen on this terminal, and what to do about it.
package struct TerminalError: Error, Hashable {
  package enum Code: Sendable, Hashable {
    case notATerminal, noTerm, dumb, unknownTerm, incapable, systemCall
  }

  package let code: Code
  /// The value of TERM, or the call that failed.
  package let subject: String
  /// Of a call that failed, else 0.
  package let errno: Int32

  package init(_ code: Code, subject: String = "", errno: Int32 = 0) {
    self.code = code
    self.subject = subject
    self.errno = errno
  }
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch code {
    case .notATerminal:
      "standard input and output are not a terminal; run it in one, or use 'pagehost drive'"
    case .noTerm:
      "TERM is not set, so the kind of terminal is not known; set it, for example "
        + "TERM=xterm-256color"
    case .dumb:
      "TERM=\(subject) cannot place text on a screen; if this terminal can, say what it is, for example "
        + "TERM=xterm-256color or TERM=vt100, else use 'pagehost drive'"
    case .unknownTerm:
      "TERM=\(subject) has no terminfo description here; set TERM to one that has, for example "
        + "xterm-256color, or install ncurses-term"
    case .incapable:
      "TERM=\(subject) describes a terminal that cannot move its cursor; use another one, or "
        + "'pagehost drive'"
    case .systemCall:
      "the terminal cannot be used: \(subject) failed with error \(errno)"
    }
  }
}
