/// Takes what a terminal sends apart into events: UTF-8, keys, SGR mouse reports and bracketed
/// pastes.
///
/// Bytes may come in pieces of any size. A lone Escape may be the beginning of a key, and the end of a
/// paste may be lost; ``wait`` tells so, and ``flush()`` decides it after a time in which nothing came.
package struct InputDecoder: Sendable {
  private var bytes: [UInt8] = []
  /// The bytes of a paste whose end has not come yet.
  private var paste: [UInt8]?
  /// Keys as the terminal's own description says that it sends them.
  private let described: [[UInt8]: Key]

  /// A longer paste is cut.
  package static let longestPaste = 1 << 20
  /// An escape sequence that is longer than this is none.
  private static let longestSequence = 64

  package init(described: [[UInt8]: Key] = [:]) { self.described = described }

  /// What the bytes so far may be the beginning of.
  package enum Wait: Sendable, Hashable {
    /// A key, of which a terminal sends all bytes at once.
    case key
    /// A paste, which may come slowly.
    case paste
  }

  /// What is waited for; nil when all bytes have been taken apart.
  package var wait: Wait? { paste != nil ? .paste : bytes.isEmpty ? nil : .key }

  /// Adds bytes and returns the events that are complete.
  package mutating func decode(_ more: some Sequence<UInt8>) -> [InputEvent] {
    bytes += more
    return drain(isFinal: false)
  }

  /// Takes the bytes that are left for what they are by themselves; of a paste, what came is pasted.
  package mutating func flush() -> [InputEvent] {
    guard let paste else { return drain(isFinal: true) }
    // What is left is a part of its end.
    bytes = []
    self.paste = nil
    return [.paste(String(decoding: paste, as: UTF8.self))]
  }

  private mutating func drain(isFinal: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var start = 0
    while start < bytes.count {
      if paste != nil {
        guard let event = takePaste(from: &start) else { break }
        events.append(event)
        continue
      }
      switch next(bytes[start...], isFinal: isFinal) {
      case .incomplete:
        bytes.removeFirst(start)
        return events
      case .event(let event, let length):
        if let event { events.append(event) }
        start += length
      case .pasteBegins(let length):
        paste = []
        start += length
      }
    }
    bytes.removeFirst(start)
    return events
  }

  // MARK: Pastes

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Moves bytes into the paste until its end; nil while that has not come.
  private mutating func takePaste(from start: inout Int) -> InputEvent? {
    let rest = bytes[start...]
    var end = rest.startIndex
    while let escape = rest[end...].firstIndex(of: 0x1B) {
      let candidate = rest[escape...].prefix(Self.pasteEnd.count)
      if candidate.elementsEqual(Self.pasteEnd) {
        appendToPaste(rest[..<escape])
        start = escape + Self.pasteEnd.count
        let text = String(decoding: paste ?? [], as: UTF8.self)
        paste = nil
        return .paste(text)
      }
      if candidate.count < Self.pasteEnd.count, Self.pasteEnd.starts(with: candidate) {
        // Perhaps the beginning of the end: keep it for the next bytes.
        appendToPaste(rest[..<escape])
        start = escape
        return nil
      }
      end = escape + 1
    }
    appendToPaste(rest)
    start = rest.endIndex
    return nil
  }

  private mutating func appendToPaste(_ more: ArraySlice<UInt8>) {
    let room = Self.longestPaste - (paste?.count ?? 0)
    paste?.append(contentsOf: more.prefix(max(0, room)))
  }

  // MARK: Keys

  private enum Step {
    case incomplete
    case event(InputEvent?, length: Int)
    case pasteBegins(length: Int)
  }

  private func next(_ rest: ArraySlice<UInt8>, isFinal: Bool) -> Step {
    guard let first = rest.first else { return .incomplete }
    if first == 0x1B { return escape(rest, isFinal: isFinal) }
    if let key = Self.controlKey(first) { return .event(.key(key), length: 1) }
    if first < 0x20 { return .event(nil, length: 1) }
    return character(rest, isFinal: isFinal)
  }

  private static func controlKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    // Ctrl-/ sends the same.
    case 0x1F: .control("_")
    default: nil
    }
  }

  private func character(_ rest: ArraySlice<UInt8>, isFinal: Bool) -> Step {
    let first = rest[rest.startIndex]
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let part = rest.prefix(length)
    let isSound = part.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    if part.count < length, isSound, !isFinal { return .incomplete }
    // What is not UTF-8 is passed over, a byte at a time.
    guard isSound, let text = String(validating: part, as: UTF8.self), text.count == 1,
      let character = text.first
    else { return .event(nil, length: 1) }
    return .event(.key(.character(character)), length: length)
  }

  private func escape(_ rest: ArraySlice<UInt8>, isFinal: Bool) -> Step {
    for length in stride(from: min(rest.count, 8), to: 1, by: -1) {
      if let key = described[Array(rest.prefix(length))] {
        return .event(.key(key), length: length)
      }
    }
    let lone = Step.event(.key(.escape), length: 1)
    guard let second = rest.dropFirst().first else { return isFinal ? lone : .incomplete }
    switch second {
    case UInt8(ascii: "["):
      return controlSequence(rest) ?? (isFinal ? .event(nil, length: rest.count) : .incomplete)
    case UInt8(ascii: "O"):
      guard let third = rest.dropFirst(2).first else { return isFinal ? lone : .incomplete }
      return .event(EscapeSequence.singleShift(third).map { .key($0) }, length: 3)
    case 0x7F, 0x08:
      return .event(.key(.wordBackspace), length: 2)
    case 0x00..<0x20:
      // Escape, and then a key of its own.
      return lone
    default:
      guard case .event(let event, let length) = character(rest.dropFirst(), isFinal: isFinal)
      else { return .incomplete }
      guard case .key(.character(let character)) = event else { return lone }
      return .event(.key(.alt(character)), length: length + 1)
    }
  }

  /// Reads `ESC [ parameters final`; nil while its end has not come.
  private func controlSequence(_ rest: ArraySlice<UInt8>) -> Step? {
    let body = rest.dropFirst(2)
    if body.first == UInt8(ascii: "[") {
      // Function keys of the Linux console.
      guard let last = body.dropFirst().first else { return nil }
      let number = Int(last) - 0x40
      return .event((1...5).contains(number) ? .key(.function(number)) : nil, length: 4)
    }
    guard let end = body.firstIndex(where: { $0 < 0x20 || $0 > 0x3F }) else {
      return body.count > Self.longestSequence ? .event(nil, length: rest.count) : nil
    }
    let length = end - rest.startIndex + 1
    guard body[end] >= 0x40, body[end] < 0x7F else {
      // Not a sequence: what breaks it is read by itself.
      return .event(nil, length: length - 1)
    }
    let sequence = EscapeSequence(parameters: body[..<end], final: body[end])
    if sequence.beginsPaste { return .pasteBegins(length: length) }
    return .event(sequence.event, length: length)
  }
}
