/// Finds the name that was probably meant.
enum Suggestion {
  /// `; did you mean 'list'?`, or nothing when no candidate is near.
  static func clause(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate with the fewest slips from `word`: at most two, and fewer than half its letters.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    candidates
      .map { (name: $0, slips: slips(from: word, to: $0)) }
      .filter { $0.slips <= 2 && $0.slips * 2 < max($0.name.count, word.count) }
      .min { $0.slips < $1.slips }?
      .name
  }

  /// The optimal string alignment distance: letters added, left out, changed, or swapped with a neighbour.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the two words.
  private static func slips(from first: String, to second: String) -> Int {
    let (a, b) = (Array(first.utf8), Array(second.utf8))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let change = a[i - 1] == b[j - 1] ? 0 : 1
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
