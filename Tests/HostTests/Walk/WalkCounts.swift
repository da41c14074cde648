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

  /// Names and numbers, in the order of the properties.
  private var all: [(name: String, count: Int, leastInThousand: Int)] {
    [
      ("transitions", transitions, 10), ("evictions", evictions, 10), ("returns", returns, 1),
      ("results", results, 2), ("cancelled asks", cancelled, 1), ("failed asks", errors, 5),
      ("held answers", heldAnswers, 2), ("failures", failures, 2), ("touches", touches, 5),
      ("sign-outs", signOuts, 1), ("endings", endings, 100),
    ]
  }

  var description: String { all.map { "\($0.name) \($0.count)" }.joined(separator: ", ") }

  /// What happened too seldom in a number of steps; nothing is asked of less than a thousand.
  func missing(in steps: Int) -> [String] {
    guard steps >= 1_000 else { return [] }
    return all.compactMap { name, count, least in
      let least = least * (steps / 1_000)
      return count < least ? "\(name): \(count), of at least \(least)" : nil
    }
  }
}
