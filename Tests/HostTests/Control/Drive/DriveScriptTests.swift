import Testing

@testable import Host

@Suite @MainActor struct DriveScriptTests {
  let fixture: ControllerFixture

  init() throws { fixture = try ControllerFixture() }

  /// Runs a script; gives its outcome, what it printed and what it complained of.
  private func run(_ script: String) throws -> (Drive.Outcome, [String], [String]) {
    var printed: [String] = []
    var complaints: [String] = []
    let drive = Drive(fixture.controller) { printed.append($0) }
    let outcome = try drive.run(script: script, name: "tour.drive") { complaints.append($0) }
    return (outcome, printed, complaints)
  }

  @Test func `A script is done line by line`() throws {
    let (outcome, printed, complaints) = try run("# a tour\n\nresize 20x3\nprint\n")
    #expect(outcome == .done && complaints.isEmpty)
    #expect(printed.first == "--- - 20x3" && printed.last == "---" && printed.count == 5)
  }

  @Test func `Lines that end as on other systems are lines too`() throws {
    let (outcome, printed, _) = try run("resize 30x2\r\nprint\r\n# end\r\n")
    #expect(outcome == .done && printed.first == "--- - 30x2")
  }

  @Test func `Nothing is run when one line is none, and it is named`() throws {
    let (outcome, printed, complaints) = try run("print\nprint\nkey nosuchkey\n")
    #expect(outcome == .badScript && outcome.rawValue == 64 && printed.isEmpty)
    #expect(complaints.count == 1 && complaints[0].hasPrefix("tour.drive:3: write key NAME"))
  }

  @Test func `A failed expectation prints the screen, names its line and ends the script`() throws {
    let (outcome, printed, complaints) = try run("resize 20x2\nexpect \"Welcome\"\nprint\n")
    #expect(outcome == .failed && outcome.rawValue == 1)
    #expect(complaints == ["tour.drive:2: expected \"Welcome\" on the screen"])
    #expect(printed.count { $0 == "---" } == 1, "the last line is not run")
  }

  @Test func `A page that no module has fails once its line is reached`() throws {
    let (outcome, printed, complaints) = try run("resize 20x2\nprint\nopen GonePage\nprint")
    #expect(outcome == .failed && printed.first == "--- - 20x2")
    #expect(printed.count { $0 == "---" } == 1, "the last line is not run")
    #expect(complaints.first?.hasPrefix("tour.drive:3: GonePage: no module has this page") == true)
  }

  @Test func `A first page that is absent stands on screen with its reason and a way to try again`()
    throws
  {
    fixture.controller.start()
    fixture.settle()
    let (outcome, _, complaints) = try run(
      "expect \"NowherePage cannot be shown\"\ntap \"Try again\"\nback\nexpect \"Try again\"")
    #expect(outcome == .done && complaints.isEmpty)
  }
}
