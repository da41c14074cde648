import Testing

/// Each command of a script, where it works and where it does not.
@Suite struct DriveCommandTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  /// The message of a script's failure, after `pagehost: error: `.
  private func message(_ run: ToolRun) -> String {
    String(run.errors.trimmingPrefix("pagehost: error: "))
  }

  @Test func `print shows the screen between two lines`() throws {
    let run = try app.drive("resize 40x8", "print")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "--- GuidePage 40x8")
    #expect(lines.dropLast().last == "---")
    #expect(lines.count == 8 + 3)
  }

  @Test func `state is a table, or one line of JSON`() throws {
    let table = try app.drive("state")
    try GoldenFile("drive-state").expect(table.output)
    let json = try app.drive("state --json")
    #expect(json.output.split(separator: "\n").count == 1)
    #expect(json.output.hasPrefix(#"{"format":1,"top":"GuidePage","pages":["#))
  }

  @Test func `back does nothing at the root`() throws {
    let run = try app.drive("back", "back", "expect \"Welcome to Leaves\"", "state --json")
    #expect(run.status == 0)
    #expect(run.output.contains(#"{"page":"GuidePage","state":"top"}"#))
  }

  @Test func `a memory warning leaves what is on screen`() throws {
    let run = try app.drive("warn", "warn critical", "expect \"Welcome to Leaves\"", "state")
    #expect(run.status == 0)
    #expect(run.output.contains("GuidePage     top"))
  }

  @Test func `keys move and press`() throws {
    let run = try app.drive("key enter", "expect \"2 of 3\"", "key space", "expect \"3 of 3\"")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `typing replaces what is in a field`() throws {
    let run = try app.drive(
      "open LoginPage", "type \"Account\" \"ada\"", "type \"Account\" \"bob\"", "expect \"bob\"",
      "reject \"adabob\"", "type \"Password\" \"open sesame\"", "reject \"open sesame\"")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a control is tapped by its words, its place or its id`() throws {
    let posts = ["one", "two", "three"].map { "type \"New post\" \"\($0)\"\ntap \"Post\"" }
    let run = try app.run(
      ["drive"],
      input: ([TestApp.signUp] + posts + ["tap \"Delete\""]).joined(separator: "\n"))
    #expect(run.status == 1)
    // The six lines of the sign-up and two for each post come before it.
    #expect(message(run).hasPrefix("standard input:13: \"Delete\" is there 3 times: 1: #"))
    #expect(message(run).contains("[Delete] in \"three just now\", 2: #"))
    #expect(message(run).hasSuffix("; add the number\n"))
    let id = try #require(message(run).firstMatch(of: #/3: (#\S+) /#)?.1)
    let more = try app.run(
      ["drive"],
      input: """
        type "Account" "ada"
        type "Password" "correct horse"
        tap "Sign in"
        tap "Delete" 2
        reject "two"
        tap \(id)
        reject "one"
        expect "three"
        """)
    #expect(more.status == 0, "\(more.errors)\(more.output)")
  }

  @Test func `what is scrolled out is scrolled to`() throws {
    let posts = (1...30).map { "type \"New post\" \"post \($0).\"\ntap \"Post\"" }
    let rest = [
      "reject \"post 1.\"", "tap \"Delete\" 30", "expect \"post 2.\"", "reject \"post 1.\"",
    ]
    let run = try app.run(
      ["drive"], input: ([TestApp.signUp] + posts + rest).joined(separator: "\n"))
    #expect(run.status == 0, "\(run.errors)\(run.output)")
  }

  @Test(arguments: [
    ("expect \"Zebra\"", "expected \"Zebra\" on the screen"),
    ("reject \"Welcome\"", "\"Welcome\" is on the screen and should not be"),
    ("tap \"Zebra\"", "no control to tap is called \"Zebra\"; there is #next-0 [Next]"),
    ("tap #zebra", "no control to tap is called \"#zebra\"; there is #next-0 [Next]"),
    ("tap \"Next\" 2", "\"Next\" is there once, not 2"),
    ("type \"Zebra\" \"x\"", "no field is called \"Zebra\"; there is #next-0 [Next]"),
    ("tab \"Zebra\"", "no tab is called \"Zebra\"; there is #next-0 [Next]"),
    ("release", "no answer is held"), ("release HomePage", "no answer of HomePage is held"),
    ("release HomePage view", "no answer of HomePage view is held"),
    ("touch 900 900 began", "the screen has no cell 900 900; it is 80x24"),
    ("touch 80 0 ended", "the screen has no cell 80 0; it is 80x24"),
    ("touch 0 24 moved", "the screen has no cell 0 24; it is 80x24"),
  ])
  func `what does not happen fails, with the screen and the line`(
    line: String, words: String
  ) throws {
    let run = try app.drive("# the guide", "", line, "tap \"Next\"")
    #expect(run.status == 1)
    #expect(message(run).hasPrefix("standard input:3: \(words)"))
    #expect(run.output.hasPrefix("--- GuidePage 80x24\n"))
    #expect(run.output.contains("1 of 3"))
    #expect(run.output.hasSuffix("\n---\n"))
  }

  @Test(arguments: [
    ("zebra", "unknown command 'zebra'; known are back, delay, expect"),
    ("tap", "write tap \"LABEL\" [N], or tap #ID"),
    ("tap \"Next\" 0", "write tap \"LABEL\" [N], or tap #ID"),
    ("type \"Account\"", "write type \"FIELD\" \"TEXT\""),
    ("key zebra", "write key NAME, one of enter"),
    ("back home", "write back"),
    ("open", "write open PAGE [key=value…]"),
    ("open GuidePage panel", "write open PAGE [key=value…]"),
    ("fail", "write fail PAGE CALL [N], where N is 0 or more"),
    ("fail HomePage view -1", "write fail PAGE CALL [N], where N is 0 or more"),
    ("delay HomePage view x", "write delay PAGE CALL [N], where N is 0 or more"),
    ("expect", "write expect \"TEXT\""),
    ("state --xml", "write state [--json]"),
    ("resize 0x5", "write resize WxH, each from 1 to 1000"),
    ("resize 5000x5000", "write resize WxH, each from 1 to 1000"),
    ("tap \"Next", "the quote is not closed; add \" at the end"),
    ("expect \"\\x\"", "'\\x' in quotes means nothing"),
  ])
  func `a line that is none ends with 64 and is named`(line: String, words: String) throws {
    let file = try app.folder.write("print\n\(line)\n", to: "bad.drive")
    let run = try app.run(["drive", file])
    #expect(run.status == 64)
    #expect(message(run).hasPrefix("\(file):2: \(words)"))
  }

  @Test(arguments: [
    ("open ZebraPage", "ZebraPage: no module has this page; there are AboutPage, "),
    ("open GuidePage panel=1", "GuidePage: it has no argument 'panel'; it takes none"),
    ("present ZebraPage", "ZebraPage: no module has this page; there are AboutPage, "),
    ("fail ZebraPage view", "ZebraPage: no module has this page; there are AboutPage, "),
    (
      "delay HomePage zebra",
      "HomePage: it has no call 'zebra'; it has initData, saveState, event, "
    ),
    ("release ZebraPage", "ZebraPage: no module has this page; there are AboutPage, "),
    ("release HomePage zebra", "HomePage: it has no call 'zebra'; it has initData, saveState, "),
  ])
  func `what the app does not have fails once its line is reached`(
    line: String, words: String
  ) throws {
    let file = try app.folder.write("state --json\n\(line)\nstate --json\n", to: "bad.drive")
    let run = try app.run(["drive", file])
    #expect(run.status == 1)
    #expect(message(run).hasPrefix("\(file):2: \(words)"))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["open LoginPage", "present LoginPage"])
  func `a message is gone with the next command`(line: String) throws {
    let told = "event was made to fail"
    let run = try app.drive(
      "fail GuidePage event", "tap \"Next\"", "expect \"\(told)\"", line, "reject \"\(told)\"")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
  }

  @Test func `of a file with a line that is none nothing is run`() throws {
    let file = try app.folder.write("print\nzebra\n", to: "bad.drive")
    #expect(try app.run(["drive", file]).output == "")
  }

  @Test(arguments: [("absent.drive", "No such file or directory"), ("data", "Is a directory")])
  func `a script that cannot be read is named`(name: String, reason: String) throws {
    _ = try app.drive("print")
    let run = try app.run(["drive", name])
    #expect(run.status == 1)
    #expect(run.errors == "pagehost: error: \(name): \(reason); name a script\n")
  }

  @Test func `a page that is there and cannot be opened leaves the one before it, and says why`()
    throws
  {
    let run = try app.drive("open TimelinePage", "expect \"Welcome to Leaves\"", "print")
    #expect(run.status == 0)
    #expect(run.output.contains("Timeline could not be opened: nobody is signed in"))
  }
}
