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
    _ = try app.location()
    throw NotBuilt()
  }
}
