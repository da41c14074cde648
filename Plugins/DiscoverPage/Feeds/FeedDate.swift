/// Times as feeds write them.
enum FeedDate {
  /// Reads a time of RFC 3339 (`2003-12-13T18:30:02Z`) or RFC 822 (`Sat, 13 Dec 2003 18:30:02 GMT`).
  ///
  /// - Returns: Microseconds since 1970; nil for what is neither.
  static func microseconds(_ text: String) -> Int64? {
    let text = text.collapsed
    return text.first?.isNumber == true && text.dropFirst(4).first == "-"
      ? internet(text) : mail(text)
  }

  // MARK: RFC 3339

  private static func internet(_ text: String) -> Int64? {
    let halves = text.split(maxSplits: 1) { $0 == "T" || $0 == "t" || $0 == " " }
    let day = (halves.first ?? "").split(separator: "-").map { Int($0) }
    guard day.count == 3, let year = day[0], let month = day[1], let date = day[2] else { return nil }
    guard halves.count == 2 else { return instant(year, month, date, 0, 0, 0, offset: 0) }
    let time = halves[1]
    let end = time.firstIndex { "Zz+-".contains($0) } ?? time.endIndex
    let clock = time[..<end].split(separator: ":")
    guard clock.count >= 2, let hour = Int(clock[0]), let minute = Int(clock[1]) else { return nil }
    let second = clock.count > 2 ? Int(clock[2].prefix { $0 != "." }) : 0
    guard let second, let offset = offset(String(time[end...])) else { return nil }
    return instant(year, month, date, hour, minute, second, offset: offset)
  }

  // MARK: RFC 822

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func mail(_ text: String) -> Int64? {
    var words = text.split { $0 == " " || $0 == "," }
    if let first = words.first, Int(first) == nil { words.removeFirst() }
    guard words.count >= 4, let date = Int(words[0]), var year = Int(words[2]),
      let month = months.firstIndex(of: String(words[1].prefix(3).lowercased()))
    else { return nil }
    // RFC 2822: two digits are of the years from 1950 to 2049.
    if year < 50 { year += 2000 } else if year < 100 { year += 1900 }
    let clock = words[3].split(separator: ":").map { Int($0) }
    guard clock.count >= 2, let hour = clock[0], let minute = clock[1],
      let second = clock.count > 2 ? clock[2] : 0,
      let offset = words.count > 4 ? offset(String(words[4])) : 0
    else { return nil }
    return instant(year, month + 1, date, hour, minute, second, offset: offset)
  }

  private static let zones = [
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7,
  ]

  /// Minutes east of Greenwich of `Z`, `GMT`, `+0100` or `+01:00`.
  private static func offset(_ text: String) -> Int? {
    if text.isEmpty { return 0 }
    if let hours = zones[text.uppercased()] { return hours * 60 }
    let digits = text.filter { $0 != ":" }
    guard let sign = digits.first, sign == "+" || sign == "-", digits.count == 5,
      let hours = Int(digits.dropFirst().prefix(2)), let minutes = Int(digits.suffix(2))
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }

  // MARK: Calendar

  /// The time of a date of the Gregorian calendar, by the days since 1 March of year 0.
  private static func instant(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, offset: Int
  ) -> Int64? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let years = month > 2 ? year : year - 1
    let era = years / 400
    let yearOfEra = years - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    return Int64(seconds) * 1_000_000
  }
}
