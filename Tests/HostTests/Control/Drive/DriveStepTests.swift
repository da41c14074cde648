import Testing

@testable import Host

@Suite struct DriveStepTests {
  static let steps: [(String, DriveStep)] = [
    (#"tap "Sign in""#, .tap("Sign in", index: nil)),
    (#"tap "Delete" 2"#, .tap("Delete", index: 2)),
    ("tap #delete-1", .tap("#delete-1", index: nil)),
    (#"type "Account" "ada""#, .type(field: "Account", text: "ada")),
    (#"type "Account" """#, .type(field: "Account", text: "")), ("key enter", .key(.enter)),
    ("key ctrl-n", .key(.control("n"))), ("key F12", .key(.function(12))),
    ("key x", .key(.character("x"))), ("back", .back), (#"tab "About""#, .tab("About")),
    ("open HomePage", .open(page: "HomePage", arguments: [:])),
    ("open P by fade", .open(page: "P", arguments: [:], by: .fade)),
    ("open by by=1", .open(page: "by", arguments: ["by": "1"])),
    ("present P a=1 by none", .present(page: "P", arguments: ["a": "1"], by: Flow.Transition.none)),
    (#"open P a=1 b="x=y" c="#, .open(page: "P", arguments: ["a": "1", "b": "x=y", "c": ""])),
    ("warn", .warn(critical: false)), ("warn critical", .warn(critical: true)),
    (#"expect "Welcome""#, .expect("Welcome")), (#"reject "Error""#, .reject("Error")),
    ("print", .print), ("state", .state(json: false)), ("state --json", .state(json: true)),
    ("resize 80x24", .resize(width: 80, height: 24)), ("resize 1x1", .resize(width: 1, height: 1)),
  ]

  @Test(arguments: steps) func `A line is a step`(_ line: String, step: DriveStep) throws {
    #expect(try DriveStep(line) == step)
  }

  @Test(arguments: ["", "  ", "# only a comment"]) func `An empty line is none`(
    _ line: String
  ) throws {
    #expect(try DriveStep(line) == nil)
  }

  static let bad: [(String, words: String)] = [
    ("jump", "unknown command 'jump'; known are back, delay, expect"),
    ("BACK", "unknown command 'BACK'"),
    (#""back""#, "unknown command"), ("tap", "write tap \"LABEL\" [N]"),
    ("tap Sign in", "write tap"),
    ("tap a b c", "write tap"), (#"tap "a" 0"#, "write tap"), (#"tap "a" -1"#, "write tap"),
    (#"type "F""#, "write type \"FIELD\" \"TEXT\""), ("key", "write key NAME"),
    ("key nosuchkey", "one of enter tab"), ("key f13", "write key NAME"),
    ("back now", "write back"),
    ("tab", "write tab"), ("open", "write open PAGE"), ("open P x", "write open"),
    ("open P =x", "write open"), ("open P by", "write open"),
    ("open P by air", "push, cover, fade, none"),
    ("present P by fade a=1", "write present"), ("open P a=1 a=2", "write open"),
    ("warn low", "write warn"),
    ("expect", "write expect"), ("expect two words", "write expect"), ("print it", "write print"),
    ("state --yaml", "write state [--json]"), ("resize 80", "write resize WxH"),
    ("resize 0x5", "write resize"), ("resize 80x-1", "write resize"),
    ("resize 8x8x8", "write resize"),
    ("resize 999999999x1", "write resize"), ("resize 99999999999999999999x1", "write resize"),
  ]

  @Test(arguments: bad) func `A bad line says how it is written`(_ line: String, words: String) {
    let error = #expect(throws: DriveError.self) { try DriveStep(line) }
    #expect(error?.code == .usage && error?.description.contains(words) == true)
  }

  @Test func `Every command has its form`() {
    for (name, form) in DriveStep.forms { #expect(form.hasPrefix(name)) }
  }
}
