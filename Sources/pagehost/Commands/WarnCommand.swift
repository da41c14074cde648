internal import Host

/// `pagehost warn`: a running app is told that memory is short.
struct WarnCommand: Command {
  private static let level = CommandSyntax.Positional.optional(
    "critical", help: "The warning is critical: the host's own caches are dropped too.")

  static let syntax = CommandSyntax(
    name: "warn", summary: "Tell the running app that memory is short",
    discussion: [
      """
      Every page that is not on screen saves its state, is released, and its module is unloaded; \
      prints what was. The app is found by its data folder.
      """
    ],
    positionals: [level], options: AppOptions.kept + [.json])

  private let app: AppOptions
  private let isCritical: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    app = AppOptions(arguments)
    isJSON = arguments.contains(.json)
    let word = arguments[Self.level].first
    guard word == nil || word == "critical" else {
      throw UsageError("'\(word ?? "")' is no level: write critical or nothing", in: Self.syntax)
    }
    isCritical = word != nil
  }

  func run(_ console: Console) throws -> ExitStatus {
    let report = try AppSession.warn(app.location(), isCritical ? .critical : .low)
    if isJSON {
      try console.print(report.jsonText)
    } else {
      for line in report.lines { try console.print(line) }
    }
    return .success
  }
}
