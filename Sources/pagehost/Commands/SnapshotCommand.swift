internal import Host

/// `pagehost snapshot`: a page's screen, printed once.
struct SnapshotCommand: Command {
  private static let page = CommandSyntax.Positional.one("PAGE", help: "The page to show.")
  private static let size = CommandSyntax.Option(
    "size", value: "WxH", help: "Columns and lines, 1 to 1000 each (default: 80x24).")

  static let syntax = CommandSyntax(
    name: "snapshot", summary: "Print a page's screen",
    positionals: [page], options: [size, .json] + AppOptions.temporary)

  private let app: AppOptions
  private let page: String
  private let width: Int
  private let height: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    app = AppOptions(arguments)
    page = arguments.word(Self.page)
    (width, height) = try Self.size(arguments[Self.size] ?? "80x24")
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let location = try app.location()
    let mode: AppSession.Mode = app.namesData ? .live : .trial
    return try AppSession.use(location, mode: mode, width: width, height: height) { session in
      guard session.controller.controllers[page] != nil else {
        throw UnknownName(page, in: session.controller.listing)
      }
      let screen = try Snapshot.take(of: page, in: session.controller)
      if isJSON {
        guard let snapshot = screen.snapshot else { return .failure }
        try console.print(try snapshot.json())
      } else {
        // Each row ends its line, the last and empty ones too.
        try console.print(screen.textSnapshot.map { $0 + "\n" }.joined())
      }
      return .success
    }
  }

  private static func size(_ text: String) throws(UsageError) -> (Int, Int) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy((1...1000).contains) else {
      throw UsageError(
        "'\(text)' is not a value for '\(size.form)': it takes columns and lines from 1 to 1000, "
          + "such as 80x24", in: syntax)
    }
    return (sides[0], sides[1])
  }
}
