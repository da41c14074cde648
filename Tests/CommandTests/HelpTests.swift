import Testing

@Suite struct HelpTests {
  static let subcommands = [
    "run", "list", "show", "call", "snapshot", "drive", "load", "check", "memory", "warn",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [[], ["--help"], ["-h"], ["help"], ["help", "--help"]])
  func `the tool's help lists every subcommand`(arguments: [String]) throws {
    let run = try ToolRun(arguments, in: folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    try GoldenFile("help").expect(run.output)
  }

  @Test(arguments: subcommands)
  func `a subcommand's help is the same by option and by name`(name: String) throws {
    for arguments in [["help", name], [name, "--help"], [name, "-h"], [name, "x", "--y", "-h"]] {
      let run = try ToolRun(arguments, in: folder)
      #expect(run.status == 0)
      #expect(run.errors == "")
      try GoldenFile("help-\(name)").expect(run.output)
    }
  }

  @Test(arguments: [["--version"], ["list", "--version"]])
  func `the version is one line`(arguments: [String]) throws {
    let run = try ToolRun(arguments, in: folder)
    #expect(run.status == 0)
    #expect(run.output == "0.1.0\n")
  }

  @Test(arguments: subcommands)
  func `no line of help is longer than 80 columns`(name: String) throws {
    let run = try ToolRun(["help", name], in: folder)
    let long = run.output.split(separator: "\n").filter { $0.count > 80 }
    #expect(long == [])
  }

  @Test func `help that cannot be written is a failure`() throws {
    let run = try ToolRun(["--help"], in: folder, output: "/dev/full")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "pagehost: error: cannot write to standard output: No space left on device\n")
  }
}
