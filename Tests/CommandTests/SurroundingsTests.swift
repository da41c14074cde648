import Foundation
import Testing

/// What the tool is started in: variables, streams, words.
@Suite struct SurroundingsTests {
  private let app: TestApp

  init() throws { app = try TestApp(pages: ["GuidePage", "HomePage"]) }

  @Test func `data goes where XDG_DATA_HOME says, or below HOME when it says nothing good`() throws
  {
    let folder = app.folder.path
    let line = ["call", "notices.count", "--app", app.app]
    for (variables, place) in [
      (["XDG_DATA_HOME": "\(folder)/xdg", "HOME": "\(folder)/home"], "xdg"),
      (["XDG_DATA_HOME": "relative", "HOME": "\(folder)/home"], "home/.local/share"),
      (["XDG_DATA_HOME": "", "HOME": "\(folder)/other"], "other/.local/share"),
    ] {
      #expect(try ToolRun(line, in: app.folder, environment: variables).status == 0)
      let log = "\(folder)/\(place)/pagehost/org.pagehost.leaves/log"
      #expect(FileManager.default.fileExists(atPath: log))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/relative"))
  }

  @Test(arguments: [
    "list --app app", "run --app app </dev/null", "show HomePage --app app",
    "load GuidePage --app app", "drive --app app --data data <<< print",
    "snapshot GuidePage --app app", "check GuidePage --app app",
    "call notices.count --app app --data data",
  ])
  func `output that cannot be written is a failure`(line: String) throws {
    let full = try ToolRun(shell: "\"$TOOL\" \(line) >/dev/full", in: app.folder)
    #expect(full.status == 1)
    #expect(
      full.errors == "pagehost: error: cannot write to standard output: No space left on device\n")
    let closed = try ToolRun(shell: "\"$TOOL\" \(line) >&-", in: app.folder)
    #expect(closed.status == 1)
    #expect(
      closed.errors == "pagehost: error: cannot write to standard output: Bad file descriptor\n")
  }

  @Test func `a reader that has enough ends it quietly`() throws {
    // The pipe's reader is gone before the tool writes.
    let run = try ToolRun(
      shell: """
        "$TOOL" drive --app app --data data < <(for i in {1..500}; do echo print; done) | head -1
        echo ${PIPESTATUS[0]}
        """, in: app.folder)
    #expect(run.output == "--- GuidePage 80x24\n141\n" || run.output == "--- GuidePage 80x24\n1\n")
    #expect(!run.errors.contains("Fatal"))
    #expect(try app.drive("print").status == 0)
  }

  @Test func `standard input that is closed is an empty script`() throws {
    let run = try ToolRun(shell: "\"$TOOL\" drive --app app --data data <&-", in: app.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
  }

  @Test func `with every stream closed only the status tells`() throws {
    let run = try ToolRun(
      shell: "\"$TOOL\" list --app app <&- >&- 2>&-; echo $? > status", in: app.folder)
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: "\(app.folder.path)/status", encoding: .utf8) == "1\n")
  }

  @Test(arguments: [
    ("$'\\xff\\xfe'", 64), ("show $'\\xff' --app app", 1), ("list --app $'\\xff'", 1),
    ("call notices.set $'\\xff' --app app --data data", 64),
    ("drive --app app --data data <<< $'tap \"\\xff\"'", 1),
    ("show \"$(head -c 100000 /dev/zero | tr '\\0' x)\" --app app", 1),
    ("list --app \"$(head -c 100000 /dev/zero | tr '\\0' x)\"", 1),
    ("drive --app app --data \"$(head -c 100000 /dev/zero | tr '\\0' x)\"", 1),
    ("run --app app --data data --open '' </dev/null", 64),
  ])
  func `words that are very long or no text are refused like others`(
    line: String, status: Int32
  ) throws {
    let run = try ToolRun(shell: "\"$TOOL\" \(line)", in: app.folder)
    #expect(run.status == status)
    #expect(run.errors.hasPrefix("pagehost: error: "))
  }

  @Test func `a folder that is gone can be worked from`() throws {
    let run = try ToolRun(
      shell: "mkdir gone && cd gone && rmdir ../gone && \"$TOOL\" list --app \(app.app)",
      in: app.folder)
    #expect(run.status == 0)
  }

  @Test(arguments: [[:], ["TERM": "dumb"], ["TERM": "no-such-terminal"]])
  func `Case 27: a terminal that cannot show a screen is said so`(environment: [String: String])
    throws
  {
    let run = try ToolRun(
      onTerminal: ["run", "--app", app.app, "--data", app.data], in: app.folder,
      environment: environment)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("pagehost: "))
    #expect(run.output.contains("TERM") || run.output.contains("terminfo"))
    #expect(!run.output.contains("\u{1B}[?1049h"))
  }
}
