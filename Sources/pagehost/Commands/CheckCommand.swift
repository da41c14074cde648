internal import Host

/// `pagehost check`: modules are tried out in a child process.
struct CheckCommand: Command {
  private static let modules = CommandSyntax.Positional.some(
    "MODULE", help: "A module of the app by name, or a file by its path.")

  static let syntax = CommandSyntax(
    name: "check", summary: "Check that modules keep the rules and can be unloaded",
    discussion: [
      """
      Each module is tried out in a child process with a deadline: what it exports and needs, \
      whether its note agrees with it, its pages' lifecycle in order and out of order, and what it \
      leaves behind when it is unloaded.
      """
    ],
    positionals: [modules], options: [.json] + AppOptions.temporary)

  private let app: AppOptions
  private let modules: [String]
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    app = AppOptions(arguments)
    modules = arguments[Self.modules]
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    let checker = Checker { path in
      [CheckWorkerCommand.executable, CheckWorkerCommand.syntax.name, path]
    }
    var reports: [CheckReport] = []
    for name in modules {
      reports.append(checker.check(try path(of: name), named: name))
    }
    if isJSON {
      try console.print(CheckReports(modules: reports).jsonText)
    } else {
      try console.print(reports.map(\.text).joined(separator: "\n\n"))
    }
    return reports.allSatisfy(\.passed) ? .success : .failure
  }

  /// The path of a module that is named by its path, its name or that of a page.
  private func path(of name: String) throws -> String {
    if name.contains("/") { return name }
    let listing = try AppSession.list(app.location())
    guard let module = listing.module(named: name) ?? listing.module(ofPage: name) else {
      throw UnknownName(name, in: listing)
    }
    return module.path
  }
}
