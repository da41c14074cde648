import Testing

@Suite struct CallTests {
  private let app: TestApp

  init() throws { app = try TestApp(pages: ["HomePage"]) }

  @Test func `a reply is printed`() throws {
    let run = try app.run(["call", "notices.count"])
    #expect(run.status == 0)
    #expect(run.output == "0\n")
    #expect(run.errors == "")
  }

  @Test func `a reply in JSON has a format`() throws {
    let run = try app.run(["call", "notices.count", "--json"])
    #expect(run.status == 0)
    #expect(run.output == #"{"action":"notices.count","format":1,"reply":0}"# + "\n")
  }

  @Test func `an action without a reply prints nothing`() throws {
    let run = try app.run(["call", "notices.set", "3"])
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test(arguments: [
    (["notics.set", "1"], "no page offers notics.set; there are notices.count, notices.set"),
    (["notices.set"], "notices.set takes 1 argument, not 0: notices.set(count: x)"),
    (["notices.set", "1", "2"], "notices.set takes 1 argument, not 2: notices.set(count: x)"),
    (["notices.count", "1"], "notices.count takes 0 arguments, not 1: notices.count() -> x"),
    (
      ["notices.set", "three"],
      "'three' is not an integer of 64 bits, such as 12: notices.set(count: x)"
    ),
    (
      ["notices.set", "9223372036854775808"],
      "'9223372036854775808' is not an integer of 64 bits, such as 12: notices.set(count: x)"
    ),
  ])
  func `a wrong call is explained with the right signature`(
    words: [String], message: String
  ) throws {
    let run = try app.run(["call"] + words)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errors == """
        pagehost: error: \(message)
        Usage: pagehost call ACTION [ARG...] [--json] [--app DIR] [--data DIR]
          See 'pagehost help call' for more information.

        """)
  }

  @Test func `the page's own error is a failure`() throws {
    let run = try app.run(["call", "notices.set", "-1"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "pagehost: error: notices.set: there cannot be -1 notices\n")
  }
}
