internal import Host

/// `pagehost drive`: the app is used by a script, without a terminal.
struct DriveCommand: Command {
  private static let script = CommandSyntax.Positional.optional(
    "SCRIPT", help: "The script's file; - or nothing: standard input.")

  static let syntax = CommandSyntax(
    name: "drive", summary: "Use the app by a script, a line at a time",
    discussion: [
      """
      Commands: tap "LABEL" [N], tap #ID, type "FIELD" "TEXT", key NAME, back, tab "TITLE", \
      open PAGE [key=value...], present PAGE [key=value...], touch X Y began|moved|ended, \
      warn [critical], expect "TEXT", reject "TEXT", print, state [--json], memory [--json], \
      resize WxH, transition on|off, fail PAGE CALL [N], delay PAGE CALL [N], \
      release [PAGE [CALL]].
      """,
      """
      Each line is done completely before the next. A failed expectation ends the script and \
      prints the screen.
      """,
    ],
    positionals: [script], options: AppOptions.kept)

  private let app: AppOptions
  /// The script's path, nil for standard input.
  private let script: String?

  init(_ arguments: ParsedArguments) {
    app = AppOptions(arguments)
    let path = arguments[Self.script].first
    script = path == "-" ? nil : path
  }

  func run(_ console: Console) throws -> ExitStatus {
    let text = try script.map { try ScriptFile.read($0) }
    return try AppSession.use(app.location(), mode: .live) { session in
      let drive = Drive(session.controller) { try console.print($0) }
      session.controller.start()
      try drive.settle()
      let outcome =
        if let text {
          try drive.run(script: text, name: script ?? "") { console.error($0) }
        } else {
          try ScriptFile.standardInput(drive) { console.error($0) }
        }
      return ExitStatus(rawValue: outcome.rawValue) ?? .failure
    }
  }
}
