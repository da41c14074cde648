private import Glibc

/// A moment as the log writes it, in UTC: `2026-03-01T12:00:00.250Z`.
struct Timestamp: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// - Parameter microseconds: Since 1970-01-01T00:00:00Z.
  init(_ microseconds: Int64) {
    // Whole seconds before it, so that the fraction is never negative.
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
    let milliseconds = (remainder < 0 ? remainder + 1_000_000 : remainder) / 1_000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { Int($0) }
    description =
      date.map { Self.padded($0, 2) }.joined(separator: "-") + "T"
      + time.map { Self.padded($0, 2) }.joined(separator: ":") + "."
      + Self.padded(Int(milliseconds), 3) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
