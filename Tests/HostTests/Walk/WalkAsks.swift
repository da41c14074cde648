/// What AskingPages asked of pages that they presented, and were answered, as they logged it: each ask is answered once,
/// by what was presented for it.
@MainActor final class WalkAsks {
  /// Asks that have no answer yet, and the number of the object that asked.
  private(set) var open: [String: UInt64] = [:]
  /// How many came to a value, to nothing, and to an error.
  private(set) var results = 0
  private(set) var cancelled = 0
  private(set) var errors = 0
  /// What was wrong first.
  private(set) var fault: String?

  /// Takes a line of the log, such as `asks 7.1` or `is answered 7.1 declined ask=7.1` of `AskingPage#7`.
  func take(_ text: String, from source: String) {
    guard fault == nil, source.hasPrefix("AskingPage#"),
      let number = UInt64(source.dropFirst("AskingPage#".count))
    else { return }
    let words = text.split(separator: " ")
    if words.count == 2, words[0] == "asks" {
      begin(String(words[1]), by: number)
    } else if words.count > 3, words[0] == "is", words[1] == "answered" {
      end(String(words[2]), of: number, words.dropFirst(3))
    }
  }

  /// Takes that an object has ended: it was answered before, if only by an error.
  func end(_ number: UInt64) {
    guard let left = open.first(where: { $0.value == number }) else { return }
    fault = fault ?? "AskingPage#\(number) left without an answer to \(left.key)"
  }

  private func begin(_ ask: String, by number: UInt64) {
    if open.updateValue(number, forKey: ask) != nil { fault = "\(ask) was asked twice" }
  }

  private func end(_ ask: String, of number: UInt64, _ words: ArraySlice<Substring>) {
    guard open[ask] == number else {
      fault = "AskingPage#\(number) was answered \(ask), which it does not wait for"
      return
    }
    open[ask] = nil
    if words.starts(with: ["the", "error:"]) {
      errors += 1
    } else if words.elementsEqual(["nothing"]) {
      cancelled += 1
    } else if words.contains("ask=\(ask)") {
      results += 1
    } else if let other = words.first(where: { $0.hasPrefix("ask=") && $0 != "ask=" }) {
      fault = "\(ask) got the result of \(other.dropFirst(4))"
    }
    // A page that took the place of the one that was presented was not told who asks, and answers all the same.
  }
}
