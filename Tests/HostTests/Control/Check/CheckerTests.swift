import Glibc
import Testing

@testable import Host

/// Modules whose code ends or holds up the process that loads it.
@Suite @MainActor struct CheckerTests {
  /// Long enough for every case of a good module, in milliseconds.
  private static let deadline: Int32 = 5_000

  @Test func `Case 6: listing runs no constructor`() throws {
    try withApp("CPage", "AbortingPage", "PausingPage") { app in
      try app.start()
      app.controller.refreshModules()
      #expect(app.controller.listing.problems.isEmpty)
      for page in ["AbortingPage", "PausingPage"] { #expect(try app.state(page) == .listed) }
    }
  }

  @Test(arguments: [("AbortingPage", CheckReport.Outcome.crashed), ("PausingPage", .timedOut)])
  func `Case 6: a constructor that aborts or pauses does so in a child, with a deadline`(
    _ module: String, _ outcome: CheckReport.Outcome
  ) throws {
    let folder = TemporaryFolder()
    try AppFixture.add(module, to: folder.path)
    let tool = FixtureImage.path("X").split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let checker = Checker(deadline: Self.deadline) {
      ["\(tool)/pagehost", "check-worker", $0]
    }
    let report = checker.check("\(folder.path)/lib\(module).so", named: module)
    let outcomes = report.cases.map(\.outcome)
    #expect(outcomes.filter { $0 == .passed }.count == 3, "what its file tells is fine: \(report)")
    #expect(outcomes.count { $0 == outcome } == 1, "\(report)")
    #expect(report.cases.last?.outcome == .skipped)
  }

  @Test func `What a child leaves that is ended is removed with its folder`() throws {
    let (folder, temporary) = (TemporaryFolder(), TemporaryFolder())
    let seen = folder.path + "/seen"
    let checker = Checker(temporary: temporary.path) { _ in
      ["/bin/sh", "-c", "printf %s \"$TMPDIR\" >\(seen); touch \"$TMPDIR/left\"; kill -KILL $$"]
    }
    _ = checker.check("/nowhere/libNoPage.so", named: "NoPage")
    let place = String(decoding: try AppFixture.bytes(of: seen), as: UTF8.self)
    #expect(place.hasPrefix(temporary.path + "/pagehost-"))
    #expect(rmdir(temporary.path) == 0, "nothing is left")
  }
}
