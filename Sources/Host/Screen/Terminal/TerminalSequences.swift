import CNcurses
import Glibc
import HostC

/// What is sent to a kind of terminal besides the picture, and the keys that it sends, from
/// terminfo.
struct TerminalSequences {
  /// Turns on what ncurses does not: keypad, mouse reports with those of dragging (1002, 1006) and bracketed pastes
  /// (2004).
  let enter: [UInt8]
  /// Turns it off.
  let leave: [UInt8]
  /// Everything that gives the screen back after a signal, without ncurses.
  let rescue: [UInt8]
  let keys: [[UInt8]: Key]

  private static let modesOn = "\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
  private static let modesOff = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l"

  private static let keyNames: [(String, Key)] =
    [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
      ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kcbt", .backtab),
    ] + (1...12).map { ("kf\($0)", .function($0)) }

  /// Reads the description of a kind of terminal; throws when it is not one that a screen can be
  /// shown on.
  init(term: String?, output: Int32) throws(TerminalError) {
    guard let term, !term.isEmpty else { throw TerminalError(.noTerm) }
    if term == "dumb" { throw TerminalError(.dumb, subject: term) }
    var outcome: Int32 = 0
    guard setupterm(term, output, &outcome) == 0, outcome == 1 else {
      // 1 with a failure is a description of a printer.
      throw TerminalError(outcome == 1 ? .incapable : .unknownTerm, subject: term)
    }
    defer { cncurses_end_setup() }
    guard cncurses_string("cup") != nil, cncurses_string("clear") != nil else {
      throw TerminalError(.incapable, subject: term)
    }
    enter = Self.bytes("smkx") + Array(Self.modesOn.utf8)
    leave = Array(Self.modesOff.utf8) + Self.bytes("rmkx")
    rescue = leave + ["sgr0", "op", "cnorm", "rmcup"].flatMap { Self.bytes($0) }
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in Self.keyNames {
      let bytes = Self.bytes(name)
      if bytes.first == 0x1B, bytes.count > 1, bytes.count <= 8 { keys[bytes] = key }
    }
    self.keys = keys
  }

  /// Arms what signal handlers use.
  func arm(_ output: Int32, _ modes: termios) {
    var modes = modes
    let bytes = rescue.map { CChar(bitPattern: $0) }
    let armed = hostc_terminal_arm(output, &modes, bytes, bytes.count)
    precondition(armed, "the terminal's description is longer than terminfo allows")
  }

  /// A string of the description without its padding, `$<5>`.
  private static func bytes(_ name: String) -> [UInt8] {
    guard let pointer = cncurses_string(name) else { return [] }
    var result: [UInt8] = []
    var rest = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer)))[...]
    while let first = rest.first {
      if first == CChar(UInt8(ascii: "$")), rest.dropFirst().first == CChar(UInt8(ascii: "<")),
        let end = rest.firstIndex(of: CChar(UInt8(ascii: ">")))
      {
        rest = rest[(end + 1)...]
      } else {
        result.append(UInt8(bitPattern: first))
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
