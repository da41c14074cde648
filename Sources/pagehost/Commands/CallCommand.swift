internal import Host

/// `pagehost call`: an action of a page is called.
struct CallCommand: Command {
  private static let action = CommandSyntax.Positional.one(
    "ACTION", help: "The action's name, such as notices.set.")
  private static let values = CommandSyntax.Positional.any(
    "ARG", help: "One for each argument of the action's signature, read as its type says.")

  static let syntax = CommandSyntax(
    name: "call", summary: "Call an action of a page and print the reply",
    discussion: ["Put -- before an argument that begins with a dash and is not a number."],
    positionals: [action, values], options: [.json] + AppOptions.kept)

  private let app: AppOptions
  private let action: String
  private let values: [String]
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) {
    app = AppOptions(arguments)
    action = arguments.word(Self.action)
    values = arguments[Self.values]
    isJSON = arguments.contains(.json)
  }

  func run(_ console: Console) throws -> ExitStatus {
    try AppSession.use(app.location(), mode: .live) { session in
      let caller = ActionCaller(session.controller)
      let values: [Value]
      do throws(ActionCaller.UsageError) {
        values = try caller.values(self.values, for: action)
      } catch {
        throw UsageError(error.description, in: Self.syntax)
      }
      let answer = try caller.call(action, values)
      if isJSON {
        try console.print(answer.jsonText)
      } else if !answer.text.isEmpty {
        try console.print(answer.text)
      }
      return .success
    }
  }
}
