internal import Glibc

/// Whether there was more pressure since the last time, by the `total` of a line of a PSI file.
///
/// The first event of an unprivileged trigger may come without any.
struct PressureGrowth {
  private let path: String
  /// "some" or "full".
  private let line: String
  private var last: UInt64?

  init(path: String, line: String) {
    self.path = path
    self.line = line
  }

  /// Whether the file tells how much pressure there has been.
  var isReadable: Bool { total() != nil }

  /// Remembers how much there has been until now.
  mutating func remember() { last = total() }

  /// Whether there was more since it was remembered or asked last; nil when the file does not tell.
  mutating func hasGrown() -> Bool? {
    guard let total = total() else { return nil }
    defer { last = total }
    return last.map { total > $0 } ?? true
  }

  /// The microseconds of the line, read from a descriptor of its own; nil when it is no PSI file.
  private func total() -> UInt64? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(line) ") }),
      let field = line.split(separator: " ").last, field.hasPrefix("total=")
    else { return nil }
    return UInt64(field.dropFirst(6))
  }
}
