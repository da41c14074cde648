/// What a subcommand is called, takes and does: all that parsing and help need to know of it.
struct CommandSyntax: Sendable {
  var name: String
  /// One sentence without a full stop, shown in the list of subcommands.
  var summary: String
  /// Paragraphs that the subcommand's own help adds.
  var discussion: [String] = []
  var positionals: [Positional] = []
  var options: [Option]

  /// An option, `--app DIR`, or a flag, `--json`.
  struct Option: Sendable, Hashable {
    /// The name without its dashes.
    var name: String
    /// What its value is called in help, `DIR`; nil for a flag.
    var value: String?
    /// Words of the command line that belong to the option's value, `[key=value...]`.
    var companions: String?
    var help: String

    init(_ name: String, value: String? = nil, companions: String? = nil, help: String) {
      self.name = name
      self.value = value
      self.companions = companions
      self.help = help
    }

    var flag: String { "--\(name)" }

    /// `--app DIR`, as help and usage lines write it.
    var form: String { [flag, value, companions].compactMap(\.self).joined(separator: " ") }
  }

  /// An argument that is known by its place.
  struct Positional: Sendable, Hashable {
    var name: String
    var minimum: Int
    /// At most so many words; only the last positional may take any number.
    var maximum: Int
    /// Whether an option's form shows it already.
    var isCompanion = false
    var help: String

    /// Exactly one word.
    static func one(_ name: String, help: String) -> Self {
      Self(name: name, minimum: 1, maximum: 1, help: help)
    }

    /// One word or none.
    static func optional(_ name: String, help: String) -> Self {
      Self(name: name, minimum: 0, maximum: 1, help: help)
    }

    /// One word or more.
    static func some(_ name: String, help: String) -> Self {
      Self(name: name, minimum: 1, maximum: .max, help: help)
    }

    /// Any number of words.
    static func any(_ name: String, help: String) -> Self {
      Self(name: name, minimum: 0, maximum: .max, help: help)
    }

    /// `NAME`, `NAME...`, `[SCRIPT]` or `[ARG...]`.
    var form: String {
      let words = maximum > 1 ? "\(name)..." : name
      return minimum == 0 ? "[\(words)]" : words
    }
  }

  /// `pagehost load NAME... [--cycles N]`: the whole command in one line.
  var usage: String {
    var words = ["pagehost", name]
    words += positionals.filter { !$0.isCompanion }.map(\.form)
    words += options.map { "[\($0.form)]" }
    return words.joined(separator: " ")
  }
}

extension CommandSyntax.Option {
  static let json = Self("json", help: "Print the facts as JSON.")
  static let version = Self("version", help: "Show the version.")
  static let help = Self("help", help: "Show help information.")

  /// The options that every subcommand understands besides its own.
  static let common = [version, help]
}
