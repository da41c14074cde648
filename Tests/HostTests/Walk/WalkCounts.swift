/// What happened in a walk; one in which too little did has proven nothing.
struct WalkCounts: Equatable, CustomStringConvertible {
  var transitions = 0
  /// Pages that a warning released, and those that came back with what they had saved.
  var evictions = 0
  var returns = 0
  /// Asks of pages that presented others, by what they came to.
  var results = 0
  var cancelled = 0
  var errors = 0
  var heldAnswers = 0
  var failures = 0
  var touches = 0
  var signOuts = 0
  /// Objects that ended.
  var endings = 0

  /// Names and numbers, in the order of the properties, with the least that is to be in ten thousand steps: a fifth of
  /// what there is as a rule, or less of what comes in clusters.
  private var all: [(name: String, count: Int, least: Int)] {
    [
      ("transitions", transitions, 200), ("evictions", evictions, 100), ("returns", returns, 15),
      ("results", results, 20), ("cancelled asks", cancelled, 9), ("failed asks", errors, 50),
      ("held answers", heldAnswers, 20), ("failures", failures, 40), ("touches", touches, 10),
      ("sign-outs", signOuts, 10), ("endings", endings, 700),
    ]
  }

  var description: String { all.map { "\($0.name) \($0.count)" }.joined(separator: ", ") }

  /// What happened too seldom in a number of steps; nothing is asked of less than a thousand.
  func missing(in steps: Int) -> [String] {
    guard steps >= 1_000 else { return [] }
    return all.compactMap { name, count, least in
      let least = least * steps / 10_000
      return count < least ? "\(name): \(count), of at least \(least)" : nil
    }
  }
}
