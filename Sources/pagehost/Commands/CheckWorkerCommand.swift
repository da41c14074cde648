private import Glibc
internal import Host

/// `pagehost check-worker`: the process in which `check` tries one module out.
///
/// Not for people, so help does not list it.
struct CheckWorkerCommand: Command {
  private static let module = CommandSyntax.Positional.one("PATH", help: "The module's file.")

  static let syntax = CommandSyntax(
    name: "check-worker", summary: "Try one module out in this process", positionals: [module],
    options: [])

  /// This executable, whatever its name is by now.
  static let executable = "/proc/self/exe"

  private let path: String

  init(_ arguments: ParsedArguments) { path = arguments.word(Self.module) }

  func run(_ console: Console) throws -> ExitStatus {
    try CheckWorker.run(path) { try? console.print($0.jsonText) }
    return .success
  }
}
