import Foundation
import Testing

/// What is wrong with an app's data.
@Suite struct BadDataTests {
  private let app: TestApp

  init() throws { app = try TestApp() }

  @Test(arguments: [
    ("file", "Not a directory"), ("file/below", "Not a directory"),
    ("/proc/pagehost", "No such file or directory"), ("/dev/null", "Not a directory"),
  ])
  func `a data folder that cannot be made is named`(path: String, reason: String) throws {
    try app.folder.write("", to: "file")
    let whole = path.hasPrefix("/") ? path : "\(app.folder.path)/\(path)"
    for words in [["drive"], ["call", "notices.count"]] {
      let run = try ToolRun(words + ["--app", app.app, "--data", path], in: app.folder)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(
        run.errors == """
          pagehost: error: the data folder \(whole) cannot be made: \(reason); give another --data

          """)
    }
    // Listing needs no data.
    #expect(
      try ToolRun(["list", "--app", app.app, "--data", path], in: app.folder).status == 0)
  }

  @Test func `a data folder that others can write is not used`() throws {
    #expect(try ToolRun(shell: "mkdir data && chmod 777 data", in: app.folder).status == 0)
    let run = try app.drive("print")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        pagehost: error: others can write to the data folder \(app.data); run chmod go-w on it, \
        or give another --data

        """)
  }

  @Test func `a host_sqlite that is no database is named, and nothing of it is changed`() throws {
    #expect(try app.run(["drive"], input: TestApp.signUp).status == 0)
    let file = "\(app.data)/host.sqlite"
    let noise = Data(String(repeating: "not a database ", count: 500).utf8)
    #expect(try ToolRun(shell: "rm -f data/host.sqlite*", in: app.folder).status == 0)
    try noise.write(to: URL(filePath: file))
    let run = try app.drive("print")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        pagehost: error: \(file) is not a database; nothing was changed. \
        Move it away, to \(file).bad say, and try again

        """)
    #expect(try Data(contentsOf: URL(filePath: file)) == noise)
    #expect(
      try ToolRun(shell: "mv data/host.sqlite data/host.sqlite.bad", in: app.folder).status == 0)
    #expect(try app.drive("expect \"Welcome to Leaves\"").status == 0)
  }

  @Test func `an account's database that is none leaves the page before it, and says why`() throws {
    #expect(
      try app.run(["drive"], input: TestApp.signUp + "\ntype \"New post\" \"x\"\ntap \"Post\"\n")
        .status == 0)
    let spoil = try ToolRun(
      shell: """
        cd data/accounts/* && rm -f pages.sqlite-* &&
        for i in {1..400}; do echo "not a database"; done > pages.sqlite && cksum pages.sqlite
        """, in: app.folder)
    #expect(spoil.status == 0)
    let run = try app.drive(
      "type \"Account\" \"ada\"", "type \"Password\" \"correct horse\"", "tap \"Sign in\"", "print",
      "expect \"pages.sqlite is not a database; nothing was changed.\"")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(
      try ToolRun(shell: "cd data/accounts/* && cksum pages.sqlite", in: app.folder).output
        == spoil.output)
  }

  @Test func `of two hosts on one data folder the second says who holds it`() throws {
    let first = Process()
    first.executableURL = ToolRun.tool
    first.arguments = ["drive", "--app", app.app, "--data", app.data]
    let (input, output) = (Pipe(), Pipe())
    first.standardInput = input
    first.standardOutput = output
    try first.start()
    try input.fileHandleForWriting.write(contentsOf: Data("state --json\n".utf8))
    // It has the folder by the time it answers.
    #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
    for words in [["drive"], ["call", "notices.count"]] {
      let second = try app.run(words)
      #expect(second.status == 1)
      #expect(
        second.errors == """
          pagehost: error: the data folder \(app.data) is used by process \
          \(first.processIdentifier) (pagehost); close it or give another --data

          """)
    }
    #expect(try app.run(["list"]).status == 0)
    try input.fileHandleForWriting.close()
    first.waitUntilExit()
    #expect(first.terminationStatus == 0)
    #expect(try app.drive("print").status == 0)
  }

  @Test func `what a host that was killed holds is free`() throws {
    let killed = try ToolRun(
      shell: """
        mkfifo hold; "$TOOL" drive --app app --data data < hold > out & exec 3> hold
        echo print >&3; until test -s out; do sleep 0.01; done; kill -KILL $!; wait $!
        test $? = 137
        """, in: app.folder)
    #expect(killed.status == 0, "\(killed.errors)")
    #expect(try app.drive("print").status == 0)
  }
}
