/// A command line that cannot be understood, and why.
struct UsageError: Error {
  /// One sentence without a full stop that names the bad word and, where there is one, the next thing to try.
  var message: String
  /// The subcommand that was meant, when that is known.
  var syntax: CommandSyntax?

  init(_ message: String, in syntax: CommandSyntax? = nil) {
    self.message = message
    self.syntax = syntax
  }

  /// The lines under the message: how the command is written and where more is said.
  var advice: String {
    guard let syntax else {
      return """
        Usage: pagehost SUBCOMMAND
          See 'pagehost --help' for more information.
        """
    }
    return """
      Usage: \(syntax.usage)
        See 'pagehost help \(syntax.name)' for more information.
      """
  }
}
