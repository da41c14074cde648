/// Arguments for a page as the command line writes them, `contact=7`.
struct PageArguments: Sendable {
  /// Where a subcommand takes them; its option's form shows them.
  static let positional = CommandSyntax.Positional(
    name: "key=value", minimum: 0, maximum: .max, isCompanion: true,
    help: "An argument of the page, by name.")

  /// The texts by name; what type each has is known from the page's manifest.
  private(set) var texts: [String: String] = [:]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    for word in arguments[Self.positional] {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError(
          "'\(word)' is not an argument for a page: write key=value", in: arguments.syntax)
      }
      guard texts.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
        throw UsageError("argument '\(parts[0])' is given twice", in: arguments.syntax)
      }
    }
  }
}
