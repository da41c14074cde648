internal import Host

/// `pagehost run`: the app in the terminal.
struct RunCommand: Command {
  private static let open = CommandSyntax.Option(
    "open", value: "PAGE", companions: "[key=value...]",
    help: "Open this page first, with these arguments.")
  private static let reduceMotion = CommandSyntax.Option(
    "reduce-motion", help: "Show transitions without movement.")
  private static let arguments = PageArguments.positional

  static let syntax = CommandSyntax(
    name: "run", summary: "Run the app in the terminal",
    discussion: [
      "Without a terminal it plays a tour of the first launch and prints each screen."
    ],
    positionals: [arguments], options: [open, reduceMotion] + AppOptions.kept)

  private let app: AppOptions
  private let page: String?
  private let arguments: PageArguments
  private let reducesMotion: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    app = AppOptions(arguments)
    page = arguments[Self.open]
    self.arguments = try PageArguments(arguments)
    reducesMotion = arguments.contains(Self.reduceMotion)
    if page == nil, let first = arguments[Self.arguments].first {
      throw UsageError(
        "'\(first)' is an argument for a page; say which: --open PAGE \(first)", in: Self.syntax)
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    _ = try app.location()
    throw NotBuilt()
  }
}
