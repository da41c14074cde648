/// Something a person did at a surface.
package enum InputEvent: Sendable, Hashable {
  case key(Key)
  /// Column and row count from 0 at the top left.
  case mouse(x: Int, y: Int, button: MouseButton, phase: MousePhase)
  case paste(String)
  case resize(width: Int, height: Int)

  package enum MouseButton: Sendable, Hashable {
    case left, middle, right, wheelUp, wheelDown, none
  }
  /// Whether the host itself takes it, whatever page is on top.
  var isForHost: Bool {
    switch self {
    case .resize, .key(.control("q")), .key(.control("c")): true
    default: false
    }
  }

  /// Whether it comes from a keyboard, so that it is for whatever page is there when its turn comes.
  var isTyping: Bool {
    switch self {
    case .key, .paste: true
    case .mouse, .resize: false
    }
  }

  package enum MousePhase: Sendable, Hashable { case pressed, moved, released }
}

/// A key of a keyboard.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// A letter with Control, in lower case; or `_`.
  case control(Character)
  /// A character with Alt, as terminals send it: after an Escape.
  case alt(Character)
  case function(Int)
  case enter, tab, backtab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The arrows with Control or Alt, and Backspace with Alt.
  case wordLeft, wordRight, wordBackspace
}

extension Key {
  private static let names: [String: Key] = [
    "enter": .enter, "return": .enter, "tab": .tab, "backtab": .backtab, "shift-tab": .backtab,
    "escape": .escape, "esc": .escape, "backspace": .backspace, "delete": .delete,
    "space": .character(" "), "up": .up, "down": .down, "left": .left, "right": .right,
    "home": .home, "end": .end, "pageup": .pageUp, "pagedown": .pageDown,
    "ctrl-left": .wordLeft, "ctrl-right": .wordRight, "alt-backspace": .wordBackspace,
    "ctrl-_": .control("_"),
  ]

  /// The names that ``init(name:)`` knows, for messages.
  package static let nameList =
    "enter tab backtab escape backspace delete space up down left right home end pageup pagedown"
    + " ctrl-left ctrl-right alt-backspace f1…f12 ctrl-a…ctrl-z ctrl-_ alt-CHARACTER, or one character"

  /// The key with a name: `enter`, `ctrl-n`, `f1`, or a single character; nil when there is none.
  package init?(name: String) {
    let lower = name.lowercased()
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let key = Self.names[lower] {
      self = key
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last,
      letter.isASCII, letter.isLetter
    {
      self = .control(letter)
    } else if lower.hasPrefix("alt-"), name.count == 5, let character = name.last {
      self = .alt(character)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
      self = .function(number)
    } else {
      return nil
    }
  }
}
