import Testing

@Suite struct ColourTests {
  private static let red = "\u{1B}[1;31merror:\u{1B}[0m"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `an error is coloured on a terminal`() throws {
    let run = try ToolRun(onTerminal: ["lsit"], in: folder, environment: ["TERM": "xterm"])
    #expect(run.output.hasPrefix("pagehost: \(Self.red) unknown subcommand"))
  }

  @Test func `an empty NO_COLOR does not count`() throws {
    let variables = ["TERM": "xterm", "NO_COLOR": ""]
    let run = try ToolRun(onTerminal: ["lsit"], in: folder, environment: variables)
    #expect(run.output.contains(Self.red))
  }

  @Test(arguments: [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:]])
  func `colour is left out where it is not wanted`(environment: [String: String]) throws {
    let run = try ToolRun(onTerminal: ["lsit"], in: folder, environment: environment)
    #expect(run.output.hasPrefix("pagehost: error: unknown subcommand 'lsit'"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func `colour is left out of a file`() throws {
    let run = try ToolRun(["lsit"], in: folder, environment: ["TERM": "xterm"])
    #expect(run.errors.hasPrefix("pagehost: error: unknown subcommand 'lsit'"))
  }
}
