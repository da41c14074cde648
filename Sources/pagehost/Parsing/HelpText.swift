/// Help as it is printed, in lines of at most 80 columns.
enum HelpText {
  /// Help for one subcommand.
  static func command(_ syntax: CommandSyntax) -> String {
    var sections = ["OVERVIEW: \(syntax.summary)"]
    sections += syntax.discussion.map { wrap($0, indent: 0).joined(separator: "\n") }
    sections.append("USAGE: \(usage(syntax))")
    if !syntax.positionals.isEmpty {
      sections.append(table("ARGUMENTS", syntax.positionals.map { ($0.name, $0.help) }))
    }
    sections.append(table("OPTIONS", (syntax.options + CommandSyntax.Option.common).map(row)))
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// Help for the whole tool.
  static func overview(_ commands: [CommandSyntax]) -> String {
    let sections = [
      "OVERVIEW: Run an app made of pages, each loaded when it is shown and truly unloaded",
      "USAGE: pagehost SUBCOMMAND",
      table("OPTIONS", CommandSyntax.Option.common.map(row)),
      table("SUBCOMMANDS", commands.map { ($0.name, $0.summary) }),
      table("ENVIRONMENT", environment),
      table("EXIT STATUS", [("0", "It worked."), ("1", "It failed."), ("64", "Wrong usage.")]),
      "  See 'pagehost help SUBCOMMAND' for detailed help.",
    ]
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static let columns = 80
  private static let helpColumn = 26
  private static let environment = [
    ("PAGEHOST_APP", "The app's folder where --app is not given."),
    ("PAGEHOST_PATH", "More folders with modules, separated by colons."),
    ("XDG_DATA_HOME", "Where data is kept where --data is not given."),
    ("NO_COLOR", "Not empty: no colour."),
  ]

  private static func row(_ option: CommandSyntax.Option) -> (String, String) {
    (option == .help ? "-h, \(option.form)" : option.form, option.help)
  }

  /// The usage line, broken between words with what follows indented.
  private static func usage(_ syntax: CommandSyntax) -> String {
    let parts =
      ["pagehost \(syntax.name)"] + syntax.positionals.filter { !$0.isCompanion }.map(\.form)
      + syntax.options.map { "[\($0.form)]" }
    return fill(parts, first: "USAGE: ".count, indent: 11).joined(separator: "\n")
  }

  /// A headed table of two columns; a name too long for its column has a line of its own.
  private static func table(_ heading: String, _ rows: [(name: String, help: String)]) -> String {
    let lines = rows.flatMap { row -> [String] in
      let name = "  \(row.name)"
      let help = wrap(row.help, indent: helpColumn)
      guard name.count < helpColumn - 1, let first = help.first else { return [name] + help }
      let gap = String(repeating: " ", count: helpColumn - name.count)
      return [name + gap + first.dropFirst(helpColumn)] + help.dropFirst()
    }
    return (["\(heading):"] + lines).joined(separator: "\n")
  }

  private static func wrap(_ text: String, indent: Int) -> [String] {
    let lines = fill(text.split(separator: " ").map(String.init), first: indent, indent: indent)
    guard let first = lines.first else { return [] }
    return [String(repeating: " ", count: indent) + first] + lines.dropFirst()
  }

  /// Lays words out in lines; the first begins at column `first`, the others are indented.
  private static func fill(_ words: [String], first: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var column = first
    for word in words {
      if line.isEmpty {
        line = word
      } else if column + 1 + word.count <= columns {
        line += " " + word
        column += 1
      } else {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        column = indent
      }
      column += word.count
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
