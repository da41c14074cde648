import Testing

@testable import Host

@Suite struct DriveStepMotionTests {
  static let lines: [(String, DriveStep)] = [
    ("touch 3 4 began", .touch(x: 3, y: 4, .pressed)),
    ("touch 0 0 moved", .touch(x: 0, y: 0, .moved)),
    ("touch 3 4 ended", .touch(x: 3, y: 4, .released)),
    ("transition on", .transition(isOn: true)), ("transition off", .transition(isOn: false)),
    ("key alt-x", .key(.alt("x"))), ("key ctrl-left", .key(.wordLeft)),
    ("key ctrl-_", .key(.control("_"))), ("resize 20x6", .resize(width: 20, height: 6)),
  ]

  @Test("Touches, transitions and keys are read", arguments: lines)
  func read(_ line: String, _ step: DriveStep) throws {
    #expect(try DriveStep(line) == step)
  }

  @Test(
    "What is not complete or out of bounds says how it is written",
    arguments: [
      "touch", "touch 1 began", "touch 1 2 pressed", "touch -1 2 began", "touch 1 2 began 3",
      "touch x 2 began", "transition", "transition maybe", "transition on off", "key alt-",
      "key alt-xy",
    ])
  func refused(_ line: String) throws {
    let error = #expect(throws: DriveError.self) { try DriveStep(line) }
    #expect(error?.code == .usage)
    #expect(error?.description.hasPrefix("write \(line.prefix { $0 != " " })") == true)
  }
}
