internal import Host

/// `pagehost list`: the pages that the app's modules declare.
struct ListCommand: Command {
  private static let strict = CommandSyntax.Option("strict", help: "Fail when there are problems.")

  static let syntax = CommandSyntax(
    name: "list", summary: "List the pages that are found and the modules that are not usable",
    discussion: ["No code of a module is run."],
    options: [strict, .json] + AppOptions.kept)

  private let app: AppOptions
  private let isStrict: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    app = AppOptions(arguments)
    isStrict = arguments.contains(Self.strict)
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let report = ListReport(try AppSession.list(app.location()))
    try console.print(isJSON ? report.jsonText : report.text)
    return isStrict && !report.problems.isEmpty ? .failure : .success
  }
}
