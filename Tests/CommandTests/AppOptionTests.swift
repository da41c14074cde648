import Testing

/// Which app the tool takes; the rule itself is tested with `AppLocation`.
@Suite struct AppOptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // 'memory' is about the machine, so it takes no app.
  @Test(arguments: HelpTests.subcommands.filter { $0 != "memory" })
  func `every subcommand refuses an app's folder that is not there`(name: String) throws {
    let operand = ["show", "call", "snapshot", "load", "check"].contains(name) ? ["Name"] : []
    let run = try ToolRun([name, "--app", "absent"] + operand, in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        pagehost: error: cannot open the app's folder '\(folder.path)/absent', named by --app: \
        No such file or directory; name the folder that holds app.json

        """)
  }

  @Test func `the variable is taken where the option is missing`() throws {
    let file = try folder.write("", to: "file")
    let run = try ToolRun(["list"], in: folder, environment: ["PAGEHOST_APP": file])
    #expect(run.status == 1)
    #expect(
      run.errors == """
        pagehost: error: '\(file)', named by PAGEHOST_APP, is not a folder; \
        name the folder that holds app.json

        """)
  }
}
