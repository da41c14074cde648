import Testing

/// What is wrong with an app: its `app.json`.
@Suite struct BadAppTests {
  private static let start = #""start": [{"open": "GuidePage"}]"#

  @Test(arguments: [
    ("", ":1: the file is empty; expected an object"),
    ("{ \"app\": 1,\n", ":2: expected a key in quotes, not the end of the file"),
    (
      "{ \"app\": 2, \"id\": \"a\" }",
      ":1: app: version 2 of app.json is not known; this host reads 1"
    ),
    ("{ \"app\": \"1\" }", ":1: app: "),
    ("{}", ":1: "),
    ("[]", ":1: "),
    ("{ \"app\": 1, \"id\": \"../up\", \(start) }", ":1: id: expected letters, digits"),
    ("{ \"app\": 1, \"id\": \"a\", \"start\": [] }", ":1: start: "),
    ("{ \"app\": 1, \"id\": \"a\", \"start\": [{\"open\": 7}] }", ":1: start[0].open: "),
    (String(repeating: "[", count: 100_000), ":1: arrays and objects nest deeper than 64"),
    ("\u{0}\u{1}binary", ":1: expected "),
  ])
  func `an app_json that cannot be read is named with line and reason`(
    json: String, reason: String
  ) throws {
    let app = try TestApp(json: json)
    for words in [["list"], ["drive"], ["snapshot", "GuidePage"]] {
      let run = try app.run(words)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(
        run.errors.hasPrefix("pagehost: error: \(app.app)/app.json\(reason)"), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `a folder without app_json says what is missing and what to do`() throws {
    let app = try TestApp()
    #expect(try ToolRun(shell: "rm app/app.json", in: app.folder).status == 0)
    let run = try app.run(["list"])
    #expect(run.status == 1)
    #expect(
      run.errors == """
        pagehost: error: \(app.app)/app.json: there is no such file; \
        name a folder that holds app.json with --app or PAGEHOST_APP

        """)
  }

  @Test(arguments: ["mkfifo", "mkdir", "ln -s /dev/zero"])
  func `an app_json that is no file does not hold it up`(how: String) throws {
    let app = try TestApp()
    #expect(
      try ToolRun(shell: "rm app/app.json && \(how) app/app.json", in: app.folder).status == 0)
    let run = try app.run(["list"])
    #expect(run.status == 1)
    #expect(run.errors.contains("app.json is not a regular file; put the app's app.json there"))
  }

  @Test func `a first page that no module has is shown as missing, and the rest goes on`() throws {
    let app = try TestApp(
      json: #"{ "app": 1, "id": "a", "start": [{"open": "ZebraPage"}], "stripes": 3 }"#)
    let list = try app.run(["list"])
    #expect(list.status == 0)
    #expect(
      list.output.contains(
        "\(app.app)/app.json names in line 1 the page ZebraPage, which no module has; "))
    #expect(list.output.contains("stripes"))
    let run = try app.drive(
      "expect \"ZebraPage cannot be shown\"", "expect \"libZebraPage.so\"", "open GuidePage",
      "expect \"Welcome to Leaves\"")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
  }

  @Test func `a limit or an origin of a module that is not there is a problem`() throws {
    let app = try TestApp(
      json: """
        { "app": 1, "id": "a", \(Self.start),
          "limits": { "GuidePage": { "heapBytes": 8388608 }, "ZebraPage": { "heapBytes": 262144 } },
          "origins": { "ZebraPage": ["http://127.0.0.1"],
            "HorsePage": ["http://127.0.0.1"] } }
        """)
    let list = try app.run(["list"])
    #expect(list.status == 0)
    let told = list.output.split(separator: "\n").filter { $0.contains("the module ") }
    #expect(
      told.map { $0.trimmingPrefix { $0 == " " } } == [
        "\(app.app)/app.json names in line 2 the module ZebraPage, which is not there; "
          + "add it to the modules folder, or correct the name",
        "\(app.app)/app.json names in line 4 the module HorsePage, which is not there; "
          + "add it to the modules folder, or correct the name",
      ], "\(list.output)")
  }

  @Test func `a module that comes while the page is missing is found by trying again`() throws {
    let app = try TestApp(pages: ["LoginPage"])
    let run = try app.drive("expect \"GuidePage cannot be shown\"")
    #expect(run.status == 0)
    try app.link("GuidePage")
    #expect(try app.drive("expect \"Welcome to Leaves\"").status == 0)
  }
}
