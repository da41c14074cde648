internal import Host

/// `pagehost show`: all that is known of a page or a module.
struct ShowCommand: Command {
  private static let name = CommandSyntax.Positional.one("NAME", help: "A page or a module.")

  static let syntax = CommandSyntax(
    name: "show", summary: "Show all that is known of a page or a module",
    discussion: ["No code of the module is run."],
    positionals: [name], options: [.json] + AppOptions.kept)

  private let app: AppOptions
  private let name: String
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    app = AppOptions(arguments)
    name = arguments.word(Self.name)
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let listing = try AppSession.list(app.location())
    guard let module = listing.module(named: name) ?? listing.module(ofPage: name),
      let report = ShowReport(module)
    else { throw UnknownName(name, in: listing) }
    try console.print(isJSON ? report.jsonText : report.text)
    return .success
  }
}
