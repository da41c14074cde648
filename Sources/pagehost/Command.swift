/// One subcommand: it takes its arguments apart, calls the host, and prints what that gives.
@MainActor protocol Command {
  static var syntax: CommandSyntax { get }

  /// Reads and checks the arguments; nothing has run yet.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does it. An error that it throws is printed, and the exit status is ``ExitStatus/failure``.
  func run(_ console: Console) throws -> ExitStatus
}

/// How the process ends.
enum ExitStatus: Int32 {
  case success = 0
  case failure = 1
  /// EX_USAGE of sysexits.h.
  case usage = 64
}
