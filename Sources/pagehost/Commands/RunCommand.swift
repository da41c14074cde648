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
    let location = try app.location()
    guard console.isInteractive else {
      guard page == nil else { throw NeedsTerminal() }
      return try tour(location, console)
    }
    let ending = try AppSession.use(location, mode: .live) { session -> Int32? in
      let terminal = try console.terminal()
      let app: TerminalApp
      var initial: (String, [String: Value])?
      do {
        if let page {
          initial = (page, try session.controller.arguments(arguments.texts, of: page))
        }
        app = try TerminalApp(session, on: terminal, reducesMotion: reducesMotion)
      } catch {
        terminal.close()
        throw error
      }
      return app.run(opening: initial)
    }
    if let ending { console.die(of: ending) }
    return .success
  }

  /// Plays the app's tour where there is no terminal to run it in.
  private func tour(_ location: AppLocation, _ console: Console) throws -> ExitStatus {
    try console.print(
      "No terminal here, so this is a tour of the app on temporary data; run it in a terminal to use it."
    )
    let place = try app.location(temporary: true)
    return try AppSession.use(place, mode: .live) { session in
      let drive = Drive(session.controller) { try console.print($0) }
      // The script names what is on the screen in English.
      session.controller.language = .english
      session.controller.start()
      try drive.settle()
      guard let script = try ScriptFile.tour(of: place) else {
        try drive.printScreen()
        return .success
      }
      let outcome = try drive.run(script: script.text, name: script.path) { console.error($0) }
      return ExitStatus(rawValue: outcome.rawValue) ?? .failure
    }
  }
}

/// A page that was asked for cannot be shown where there is no terminal.
private struct NeedsTerminal: Error, CustomStringConvertible {
  let description =
    "--open needs a terminal; use 'pagehost snapshot' to print a page, or 'pagehost drive' to use it"
}
