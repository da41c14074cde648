import Testing

@Suite struct UsageErrorTests {
  /// A command line that is wrong and what has to be said of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var message: String
    var usage: String

    init(_ line: String, _ message: String, usage: String = "pagehost SUBCOMMAND") {
      words = line.split(separator: " ").map(String.init)
      self.message = message
      self.usage = usage
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let app = "[--app DIR] [--data DIR]"
  private static let list = "pagehost list [--strict] [--json] \(app)"
  private static let load = "pagehost load NAME... [--cycles N] [--json] \(app)"
  private static let run =
    "pagehost run [--open PAGE [key=value...]] [--reduce-motion] \(app)"
  private static let snapshot = "pagehost snapshot PAGE [--size WxH] [--json] \(app)"

  static let tool = [
    Case("lsit", "unknown subcommand 'lsit'; did you mean 'list'?"),
    Case("frobnicate", "unknown subcommand 'frobnicate'"),
    Case("help lod", "unknown subcommand 'lod'; did you mean 'load'?"),
    Case("help list load", "unexpected argument 'load'"),
    Case("--hlep", "unknown option '--hlep'; did you mean '--help'?"),
    Case("-x", "unknown option '-x'"),
    Case("--app=x list", "'--app' belongs after a subcommand, as in 'pagehost run --app'"),
  ]

  static let options =
    [
      Case("list --jsno", "unknown option '--jsno'; did you mean '--json'?", usage: list),
      Case("list -j", "unknown option '-j'", usage: list),
      Case("list --json=1", "'--json' takes no value", usage: list),
      Case("list --app", "'--app' needs a value: --app DIR", usage: list),
      Case("list --app --json", "'--app' needs a value: --app DIR", usage: list),
      Case("list --app=", "the value of '--app DIR' is empty", usage: list),
      Case("list --cycles 3", "unknown option '--cycles'", usage: list),
    ]
    + ["0", "-1", "x", "1.5", "1000001", "99999999999999999999"].map {
      Case(
        "load A --cycles \($0)",
        "'\($0)' is not a value for '--cycles N': it takes a whole number from 1 to 1000000",
        usage: load)
    }
    + ["3", "0x5", "80x", "80x24x1", "1001x1", "axb"].map {
      Case(
        "snapshot A --size \($0)",
        "'\($0)' is not a value for '--size WxH': it takes columns and lines from 1 to 1000, "
          + "such as 80x24", usage: snapshot)
    }

  static let positionals = [
    Case("list extra", "unexpected argument 'extra'", usage: list),
    Case("list -- --json", "unexpected argument '--json'", usage: list),
    Case("load", "missing argument 'NAME...'", usage: load),
    Case("snapshot A B", "unexpected argument 'B'", usage: snapshot),
    Case(
      "run a=1", "'a=1' is an argument for a page; say which: --open PAGE a=1", usage: run),
    Case(
      "run --open P a", "'a' is not an argument for a page: write key=value", usage: run),
    Case(
      "run --open P =1", "'=1' is not an argument for a page: write key=value", usage: run),
    Case("run --open P a=1 a=2", "argument 'a' is given twice", usage: run),
  ]

  @Test(arguments: tool + options + positionals)
  func `a wrong command line is explained and ends with 64`(example: Case) throws {
    let run = try ToolRun(example.words, in: TemporaryFolder())
    let topic = example.words[0]
    let isTool = example.usage == "pagehost SUBCOMMAND"
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errors == """
        pagehost: error: \(example.message)
        Usage: \(example.usage)
          See 'pagehost \(isTool ? "--help" : "help \(topic)")' for more information.

        """)
  }
}
