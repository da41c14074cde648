import Testing

@testable import Host

@Suite struct DriveStepAnswerTests {
  static let lines: [(String, DriveStep)] = [
    ("fail HomePage initData", .fail(.init("HomePage", "initData"), times: 1)),
    ("fail HomePage notices.set 3", .fail(.init("HomePage", "notices.set"), times: 3)),
    ("fail HomePage view 0", .fail(.init("HomePage", "view"), times: 0)),
    ("delay HomePage saveState", .delay(.init("HomePage", "saveState"), times: 1)),
    ("delay HomePage event 2", .delay(.init("HomePage", "event"), times: 2)),
    ("release", .release(page: nil, call: nil)),
    ("release HomePage", .release(page: "HomePage", call: nil)),
    ("release HomePage view", .release(page: "HomePage", call: "view")),
  ]

  @Test(arguments: lines) func `Failures and delays are read`(
    _ line: String, _ step: DriveStep
  ) throws {
    #expect(try DriveStep(line) == step)
  }

  @Test(arguments: [
    "fail", "fail HomePage", "fail HomePage initData -1", "fail HomePage initData often",
    "fail HomePage initData 1 2", "delay", "delay HomePage", "delay HomePage initData 1s",
    "delay HomePage initData 1.5", "release HomePage view 1",
  ])
  func `What is no count or not complete says how it is written`(_ line: String) throws {
    let error = #expect(throws: DriveError.self) { try DriveStep(line) }
    #expect(error?.code == .usage)
    #expect(error?.description.hasPrefix("write \(line.prefix { $0 != " " })") == true)
  }
}
