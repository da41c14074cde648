/// A control sequence that a terminal sent: its numbers and the letter that ends it (ECMA-48, and
/// xterm's ctlseqs).
struct EscapeSequence {
  let isPrivate: Bool
  let numbers: [Int]
  let final: UInt8

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    isPrivate = parameters.first == UInt8(ascii: "<")
    let digits = isPrivate ? parameters.dropFirst() : parameters
    numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    self.final = final
  }

  var beginsPaste: Bool { !isPrivate && final == UInt8(ascii: "~") && numbers.first == 200 }

  /// Whether Control or Alt is held: the second number less one has their bits, as xterm counts.
  private var isByWords: Bool { numbers.count == 2 && (numbers[1] - 1) & 0b110 != 0 }

  /// What it tells; nil when it is nothing that the host knows.
  var event: InputEvent? {
    if isPrivate { return mouse }
    switch final {
    case UInt8(ascii: "~"): return numbered.map { .key($0) }
    case UInt8(ascii: "Z"): return .key(.backtab)
    case UInt8(ascii: "C") where isByWords: return .key(.wordRight)
    case UInt8(ascii: "D") where isByWords: return .key(.wordLeft)
    default: return Self.cursorKey(final).map { .key($0) }
    }
  }

  /// The key of `ESC O letter`.
  static func singleShift(_ letter: UInt8) -> Key? {
    letter == UInt8(ascii: "M") ? .enter : cursorKey(letter)
  }

  private static func cursorKey(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  private var numbered: Key? {
    switch numbers.first {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case .some(let number) where (11...15).contains(number): .function(number - 10)
    case .some(let number) where (17...21).contains(number): .function(number - 11)
    case 23, 24: .function((numbers.first ?? 0) - 12)
    default: nil
    }
  }

  /// A mouse report of mode 1006: button and modifiers, column and row from 1, `M` for down and `m`
  /// for up.
  private var mouse: InputEvent? {
    let isDown = final == UInt8(ascii: "M")
    guard numbers.count == 3, isDown || final == UInt8(ascii: "m"), numbers[1] > 0, numbers[2] > 0
    else { return nil }
    let button: InputEvent.MouseButton
    switch numbers[0] & 0b1100_0011 {
    case 0: button = .left
    case 1: button = .middle
    case 2: button = .right
    case 3: button = .none
    case 64: button = .wheelUp
    case 65: button = .wheelDown
    default: return nil
    }
    let phase: InputEvent.MousePhase =
      numbers[0] & 0b10_0000 != 0 ? .moved : isDown ? .pressed : .released
    return .mouse(x: numbers[1] - 1, y: numbers[2] - 1, button: button, phase: phase)
  }
}
