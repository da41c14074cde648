/// The words after a subcommand's name, sorted by what they mean.
struct ParsedArguments: Sendable {
  let syntax: CommandSyntax
  private var values: [CommandSyntax.Option: String] = [:]
  private var flags: Set<CommandSyntax.Option> = []
  private var words: [CommandSyntax.Positional: [String]] = [:]

  /// Sorts `arguments`; options and positionals may be mixed, and after `--` everything is positional.
  ///
  /// When an option is given twice the last value counts.
  init(_ arguments: [String], by syntax: CommandSyntax) throws(UsageError) {
    self.syntax = syntax
    var rest = arguments[...]
    var positionals: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      } else if Self.isOption(word) {
        try take(option: word, followedBy: &rest)
      } else {
        positionals.append(word)
      }
    }
    try take(positionals: positionals)
  }

  /// The value of an option, nil when it was not given.
  subscript(option: CommandSyntax.Option) -> String? { values[option] }

  /// The words at the place of a positional.
  subscript(positional: CommandSyntax.Positional) -> [String] { words[positional] ?? [] }

  /// Whether a flag was given.
  func contains(_ flag: CommandSyntax.Option) -> Bool { flags.contains(flag) }

  /// The single word at the place of a positional that takes exactly one.
  func word(_ positional: CommandSyntax.Positional) -> String {
    precondition(positional.minimum == 1 && positional.maximum == 1, "it takes exactly one word")
    return self[positional][0]
  }

  /// An option's value as a whole number, nil when it was not given.
  func integer(
    _ option: CommandSyntax.Option, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "'\(text)' is not a value for '\(option.form)': it takes a whole number from "
          + "\(range.lowerBound) to \(range.upperBound)", in: syntax)
    }
    return number
  }

  /// Whether a word stands before any `--` and asks for `option`, which takes no value.
  static func asks(for option: CommandSyntax.Option, in arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }
      .contains { $0 == option.flag || (option == .help && $0 == "-h") }
  }

  /// Whether a word is written as an option; `-` alone and negative numbers are not.
  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && Double(word) == nil
  }

  private mutating func take(
    option word: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, attached) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    guard let option = syntax.options.first(where: { $0.flag == name }) else {
      let known = (syntax.options + CommandSyntax.Option.common).map(\.flag)
      throw UsageError(
        "unknown option '\(name)'" + Suggestion.clause(for: name, among: known), in: syntax)
    }
    guard let placeholder = option.value else {
      if attached != nil { throw UsageError("'\(name)' takes no value", in: syntax) }
      flags.insert(option)
      return
    }
    guard let value = attached ?? rest.first, attached != nil || !Self.isOption(value) else {
      throw UsageError("'\(name)' needs a value: \(name) \(placeholder)", in: syntax)
    }
    if attached == nil { rest.removeFirst() }
    if value.isEmpty {
      throw UsageError("the value of '\(name) \(placeholder)' is empty", in: syntax)
    }
    values[option] = value
  }

  private mutating func take(positionals: [String]) throws(UsageError) {
    var rest = positionals[...]
    for positional in syntax.positionals {
      guard rest.count >= positional.minimum else {
        throw UsageError("missing argument '\(positional.form)'", in: syntax)
      }
      let taken = rest.prefix(positional.maximum)
      words[positional] = Array(taken)
      rest = rest.dropFirst(taken.count)
    }
    guard let extra = rest.first else { return }
    throw UsageError("unexpected argument '\(extra)'", in: syntax)
  }
}
