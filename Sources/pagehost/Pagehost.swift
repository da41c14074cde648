internal import Host

/// The tool: finds the subcommand and runs it.
@MainActor enum Pagehost {
  /// The subcommands in the order in which help lists them.
  static let commands: [any Command.Type] = [
    RunCommand.self, ListCommand.self, ShowCommand.self, CallCommand.self, SnapshotCommand.self,
    DriveCommand.self, LoadCommand.self, CheckCommand.self, MemoryCommand.self, WarnCommand.self,
  ]

  /// Runs the command line `arguments`, whose first word is the tool itself.
  static func main(_ arguments: [String]) -> ExitStatus {
    let console = Console()
    do {
      return try run(Array(arguments.dropFirst()), console)
    } catch let error as UsageError {
      console.error(error.message, advice: error.advice)
      return .usage
    } catch {
      console.error("\(error)")
      return .failure
    }
  }

  private static func run(_ arguments: [String], _ console: Console) throws -> ExitStatus {
    guard let name = arguments.first, name != "--" else {
      try console.print(HelpText.overview(commands.map { $0.syntax }))
      return .success
    }
    let rest = Array(arguments.dropFirst())
    if name == "help" { return try help(rest, console) }
    if name.hasPrefix("-") { return try rootOption(name, console) }
    let command = try command(named: name)
    if ParsedArguments.asks(for: .help, in: rest) { return try help([name], console) }
    if ParsedArguments.asks(for: .version, in: rest) { return try version(console) }
    return try command.init(ParsedArguments(rest, by: command.syntax)).run(console)
  }

  private static func command(named name: String) throws(UsageError) -> any Command.Type {
    if name == CheckWorkerCommand.syntax.name { return CheckWorkerCommand.self }
    if let command = commands.first(where: { $0.syntax.name == name }) { return command }
    let names = commands.map { $0.syntax.name } + ["help"]
    throw UsageError("unknown subcommand '\(name)'" + Suggestion.clause(for: name, among: names))
  }

  private static func help(_ names: [String], _ console: Console) throws -> ExitStatus {
    guard let name = names.first, name != CommandSyntax.Option.help.flag, name != "-h" else {
      try console.print(HelpText.overview(commands.map { $0.syntax }))
      return .success
    }
    if names.count > 1 { throw UsageError("unexpected argument '\(names[1])'") }
    try console.print(HelpText.command(command(named: name).syntax))
    return .success
  }

  private static func version(_ console: Console) throws -> ExitStatus {
    try console.print(HostVersion.text)
    return .success
  }

  /// Handles an option where a subcommand's name belongs.
  private static func rootOption(_ word: String, _ console: Console) throws -> ExitStatus {
    if ParsedArguments.asks(for: .help, in: [word]) { return try help([], console) }
    if ParsedArguments.asks(for: .version, in: [word]) { return try version(console) }
    let name = String(word.prefix { $0 != "=" })
    let owner = commands.first { $0.syntax.options.contains { $0.flag == name } }
    if let owner {
      throw UsageError(
        "'\(name)' belongs after a subcommand, as in 'pagehost \(owner.syntax.name) \(name)'")
    }
    let known = CommandSyntax.Option.common.map(\.flag)
    throw UsageError("unknown option '\(name)'" + Suggestion.clause(for: name, among: known))
  }
}
