import ManifestModel
import Testing

@Suite struct JSONNodeTests {
  private enum Deed: String, CaseIterable { case root, push }

  private func node(_ text: String) throws -> JSONNode {
    let root = try JSONNode.parse(
      Array("{\"routes\":\n[{\"do\": \(text)}]}".utf8), file: "app.json")
    let routes = try root.object().required("routes", example: "[]")
    return try routes.elements()[0].object().required("do", example: "\"root\"")
  }

  @Test func namesFileLineAndKeyOfAWrongValue() throws {
    let node = try node("\"jump\"")
    let error = #expect(throws: ManifestError.self) { try node.choice(Deed.self) }
    #expect(
      error?.description == "app.json:2: routes[0].do: expected one of root, push, not 'jump'")
    #expect(
      error?.diagnostic
        == "app.json:2:9: error: routes[0].do: expected one of root, push, not 'jump'")
  }

  @Test(arguments: [
    ("12", "12"), ("1.5", "1.5"), ("true", "true"), ("null", "null"), ("{}", "an object"),
    ("[]", "an array"),
  ])
  func saysWhatStandsInTheWay(text: String, words: String) throws {
    let node = try node(text)
    let error = #expect(throws: ManifestError.self) { try node.string() }
    #expect(error?.reason == "expected a string, not \(words)")
  }

  @Test func refusesEachWrongKind() throws {
    let text = try node("\"a\"")
    #expect(throws: ManifestError.self) { try text.integer() }
    #expect(throws: ManifestError.self) { try text.real() }
    #expect(throws: ManifestError.self) { try text.boolean() }
    #expect(throws: ManifestError.self) { try text.elements() }
    #expect(throws: ManifestError.self) { try text.object() }
    let real = try node("1.0")
    #expect(throws: ManifestError.self) { try real.integer() }
    let nul = try node("\"a\\u0000b\"")
    #expect(throws: ManifestError.self) { try nul.string() }
  }

  @Test func checksRanges() throws {
    let node = try node("12")
    #expect(try node.integer(in: 0...12) == 12)
    let error = #expect(throws: ManifestError.self) { try node.integer(in: 1...9) }
    #expect(error?.reason == "expected 1 to 9, not 12")
  }

  @Test func tellsWhichKeyIsMissingAndWhatToAdd() throws {
    let root = try JSONNode.parse(Array("{\n}".utf8), file: "app.json").object()
    let error = #expect(throws: ManifestError.self) { try root.required("app", example: "1") }
    #expect(error?.description == "app.json:1: the key 'app' is missing; add \"app\": 1")
  }

  @Test func warnsOfUnknownKeysAtTheirLines() throws {
    let root = try JSONNode.parse(Array("{\"a\": 1,\n \"b\": 2}".utf8), file: "app.json").object()
    let warnings = root.warnings(known: ["a", "c"])
    #expect(
      warnings.map(\.description) == ["app.json:2: unknown key 'b' is ignored; known are a, c"])
  }

  @Test func quotesWhatCannotBeShown() throws {
    #expect("a\u{1B}[31m\n".quoted == "'a\\u{1b}[31m\\u{a}'")
    #expect("\u{202E}abc".quoted == "'\\u{202e}abc'")
    let long = String(repeating: "x", count: 100)
    #expect(long.quoted == "'\(String(repeating: "x", count: 60))…'")
    let root = try JSONNode.parse(Array("{\"a b\\n\": [0]}".utf8), file: "").object()
    #expect(try root.members[0].node.elements()[0].path == "'a b\\u{a}'[0]")
  }
}
