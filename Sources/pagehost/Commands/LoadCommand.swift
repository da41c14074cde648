internal import Host

/// `pagehost load`: pages are loaded and unloaded again, and what they leave behind is told.
struct LoadCommand: Command {
  private static let names = CommandSyntax.Positional.some("NAME", help: "A page.")
  private static let cycles = CommandSyntax.Option(
    "cycles", value: "N", help: "How many times each page is loaded and unloaded (default: 1).")

  static let syntax = CommandSyntax(
    name: "load", summary: "Load and unload pages, and tell what they leave behind",
    discussion: [
      """
      One cycle maps the module, makes an instance of the page, initializes it without arguments \
      and with empty services, reads its view, releases and destroys it, and unmaps the module.
      """,
      """
      Leaked is what each further lifecycle within one load adds. Growth is that of the process's \
      private memory from cycle 50 to the last.
      """,
    ],
    positionals: [names], options: [cycles, .json] + AppOptions.temporary)

  private let app: AppOptions
  private let names: [String]
  private let cycles: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    app = AppOptions(arguments)
    names = arguments[Self.names]
    cycles = try arguments.integer(Self.cycles, in: 1...1_000_000) ?? 1
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    try AppSession.use(app.location(), mode: .trial) { session in
      var reports: [LoadReport] = []
      for name in names {
        guard let page = session.controller.controllers[name] else {
          throw UnknownName(name, in: session.controller.listing)
        }
        let progress = console.progress("\(name): cycle", of: cycles)
        reports.append(
          try Trial(session.controller).run(page, cycles: cycles) { progress.update($0) })
        progress.end()
      }
      try console.print(
        isJSON ? reports.jsonText : reports.map(\.text).joined(separator: "\n"))
      return reports.allSatisfy { $0.pinned == nil && $0.failure == nil && $0.unmapped }
        ? .success : .failure
    }
  }
}
