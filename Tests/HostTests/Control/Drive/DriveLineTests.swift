import Testing

@testable import Host

@Suite struct DriveLineTests {
  static let lines: [(String, [String])] = [
    ("", []), ("   \t ", []), ("# a comment", []), ("  # another", []), ("#", []), ("#x", []),
    ("back", ["back"]), ("  back  ", ["back"]), ("back # goes back", ["back"]),
    ("back\t#\tgoes back", ["back"]), ("back #", ["back"]),
    ("tap #delete-3", ["tap", "#delete-3"]),
    (#"tap "Sign in" 2"#, ["tap", "Sign in", "2"]), (#"tap """#, ["tap", ""]),
    (#"tap "a # b""#, ["tap", "a # b"]),
    (#"open P name="two words" n=1"#, ["open", "P", "name=two words", "n=1"]),
    (#"type "F" "a \"b\" \\ c\n\td""#, ["type", "F", "a \"b\" \\ c\n\td"]),
    (#"expect "漢字 é 👩‍👩‍👧""#, ["expect", "漢字 é 👩‍👩‍👧"]), (#"a"b"c"#, ["abc"]),
  ]

  @Test(arguments: lines) func `A line is taken apart into words`(
    _ line: String, words: [String]
  ) throws {
    #expect(try DriveLine(line).words.map(\.text) == words)
  }

  @Test func `A word knows whether it stood in quotes`() throws {
    #expect(try DriveLine(#"tap "x" y"#).words.map(\.isQuoted) == [false, true, false])
  }

  static let bad: [(String, words: String)] = [
    (#"tap "Sign in"#, "not closed"), (#"tap ""#, "not closed"), (#"tap "a\"#, "means nothing"),
    (#"tap "a\x""#, #"'\x' in quotes means nothing"#), (#"open P k="v"#, "not closed"),
  ]

  @Test(arguments: bad) func `A line that cannot be taken apart says what to write`(
    _ line: String, words: String
  ) {
    let error = #expect(throws: DriveError.self) { try DriveLine(line) }
    #expect(error?.code == .usage && error?.description.contains(words) == true)
  }
}
