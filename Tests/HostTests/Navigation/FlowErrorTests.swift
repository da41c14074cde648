import ManifestModel
import Testing

@testable import Host

@Suite struct FlowErrorTests {
  /// A document that is refused, where, and what its message says.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var line: Int
    var words: [String]
    var code = ManifestError.Code.invalid

    var testDescription: String { name }
  }

  /// A whole app with one key replaced or added, on line 2.
  private static func with(_ line: String, start: String = #"[{"open": "P"}]"#) -> String {
    """
    {"app": 1, "id": "a", "start": \(start),
    \(line)}
    """
  }

  private static func route(_ members: String) -> String { with(#""routes": [{\#(members)}]"#) }

  static let documents: [Case] = [
    Case(name: "nothing", text: "", line: 1, words: [], code: .malformed),
    Case(name: "not JSON", text: "{\"app\": 1,\n]", line: 2, words: [], code: .malformed),
    Case(name: "a comment", text: "{ // x\n}", line: 1, words: [], code: .malformed),
    Case(
      name: "a key twice", text: "{\"app\": 1,\n\"app\": 1}", line: 2, words: ["app"],
      code: .malformed),
    Case(name: "an array", text: "[]", line: 1, words: ["expected an object"]),
    Case(name: "no version", text: "{}", line: 1, words: ["'app' is missing", "\"app\": 1"]),
    Case(
      name: "another version", text: "{\n\"app\": 2}", line: 2,
      words: ["version 2", "reads 1"], code: .unsupportedVersion),
    Case(name: "a version in words", text: #"{"app": "1"}"#, line: 1, words: ["app:", "integer"]),
    Case(name: "no id", text: #"{"app": 1}"#, line: 1, words: ["'id' is missing"]),
    Case(
      name: "an empty id", text: #"{"app": 1, "id": ""}"#, line: 1,
      words: ["id:", "org.example.app"]),
    Case(name: "an id with a slash", text: #"{"app": 1, "id": "../x"}"#, line: 1, words: ["id:"]),
    Case(name: "a hidden id", text: #"{"app": 1, "id": ".x"}"#, line: 1, words: ["id:"]),
    Case(
      name: "a long id", text: #"{"app": 1, "id": "\#(String(repeating: "x", count: 129))"}"#,
      line: 1, words: ["id:"]),
    Case(name: "no start", text: #"{"app": 1, "id": "a"}"#, line: 1, words: ["'start' is missing"]),
    Case(
      name: "an empty start", text: with("\"title\": \"x\"", start: "[]"), line: 1,
      words: ["start:", "no first page"]),
    Case(
      name: "only conditions",
      text: with("\"title\": \"x\"", start: #"[{"when": "signedIn", "open": "P"}]"#),
      line: 1, words: ["start:", "add {\"open\""]),
    Case(
      name: "an unknown condition",
      text: with("\"title\": \"x\"", start: #"[{"when": "always", "open": "P"}]"#),
      line: 1, words: ["start[0].when:", "firstLaunch, signedIn", "'always'"]),
    Case(
      name: "a rule that opens nothing", text: with("\"title\": \"x\"", start: "[{}]"), line: 1,
      words: ["start[0]:", "'open' is missing"]),
    Case(
      name: "a page in lower case", text: with("\"title\": \"x\"", start: #"[{"open": "home"}]"#),
      line: 1, words: ["start[0].open:", "HomePage", "'home'"]),
    Case(
      name: "a title that is a number", text: with("\"title\": 1"), line: 2,
      words: ["title:", "string"]),
    Case(
      name: "routes that are an object", text: with("\"routes\": {}"), line: 2,
      words: ["routes:", "array"]),
    Case(
      name: "a route without a step", text: route(#""from": "P", "on": "x""#), line: 2,
      words: ["'do' is missing"]),
    Case(
      name: "an unknown step", text: route(#""from": "P", "on": "x", "do": "jump""#), line: 2,
      words: ["routes[0].do:", "root, push, replace, present, pop, popToRoot, signOut", "'jump'"]),
    Case(
      name: "a route from nowhere", text: route(#""on": "x", "do": "pop""#), line: 2,
      words: ["'from' is missing"]),
    Case(
      name: "a route on nothing", text: route(#""from": "P", "do": "pop""#), line: 2,
      words: ["'on' is missing"]),
    Case(
      name: "a route on no name", text: route(#""from": "P", "on": "Fin ished", "do": "pop""#),
      line: 2, words: ["routes[0].on:", "finished"]),
    Case(
      name: "a push to nowhere", text: route(#""from": "P", "on": "x", "do": "push""#), line: 2,
      words: ["'to' is missing"]),
    Case(
      name: "a sign-out that leads somewhere",
      text: route(#""from": "P", "on": "x", "do": "signOut", "to": "Q""#), line: 2,
      words: ["routes[0].to:", "remove \"to\""]),
    Case(
      name: "a sign-out that passes something",
      text: route(#""from": "P", "on": "x", "do": "signOut", "pass": {}"#), line: 2,
      words: ["routes[0].pass:", "remove \"pass\""]),
    Case(
      name: "an unknown transition",
      text: route(#""from": "P", "on": "x", "do": "pop", "transition": "spin""#), line: 2,
      words: ["routes[0].transition:", "push, cover, fade, none"]),
    Case(
      name: "a pass that is no name",
      text: route(#""from": "P", "on": "x", "do": "push", "to": "Q", "pass": {"a": 1}"#), line: 2,
      words: ["routes[0].pass.a:", "string"]),
    Case(
      name: "two routes for one outcome",
      text: with(
        """
        "routes": [{"from": "P", "on": "x", "do": "pop"},
        {"from": "P", "on": "x", "do": "signOut"}]
        """), line: 3, words: ["routes[1]:", "in line 2 already", "remove one"]),
    Case(
      name: "tabs that are an array", text: with("\"tabs\": []"), line: 2,
      words: ["tabs:", "object"]),
    Case(
      name: "a tab page without tabs", text: with("\"tabs\": {\"H\": []}"), line: 2,
      words: ["tabs.H:", "at least one"]),
    Case(
      name: "a tab twice", text: with("\"tabs\": {\"H\": [\"P\", \"P\"]}"), line: 2,
      words: ["tabs.H:", "twice"]),
    Case(
      name: "a tab of itself", text: with("\"tabs\": {\"H\": [\"H\"]}"), line: 2,
      words: ["tabs.H:", "of itself"]),
    Case(
      name: "tabs in tabs", text: with("\"tabs\": {\"H\": [\"P\"],\n\"Q\": [\"H\"]}"), line: 3,
      words: ["tabs.Q[0]:", "do not nest"]),
    Case(
      name: "tabs of no page", text: with("\"tabs\": {\"home page\": [\"P\"]}"), line: 2,
      words: ["HomePage"]),
    Case(
      name: "a resident that is a number", text: with("\"resident\": [1]"), line: 2,
      words: ["resident[0]:", "string"]),
    Case(
      name: "a provider of no action", text: with("\"providers\": {\"set\": \"P\"}"), line: 2,
      words: ["providers.set:", "notices.set"]),
    Case(
      name: "origins of no module", text: with("\"origins\": {\"x y\": [\"*\"]}"), line: 2,
      words: ["origins.'x y':", "a module's name such as HomePage"]),
    Case(
      name: "no origins", text: with("\"origins\": {\"P\": []}"), line: 2,
      words: ["origins.P:", "no origin; add one such as \"https://example.com\""]),
    Case(
      name: "an origin with a path", text: with("\"origins\": {\"P\": [\"http://a/b\"]}"), line: 2,
      words: ["origins.P[0]:", "remove what begins with '/'"]),
    Case(
      name: "a provider that is no page", text: with("\"providers\": {\"a.b\": \"x y\"}"), line: 2,
      words: ["'x y'"]),
  ]

  @Test(arguments: documents)
  func `A document that cannot be used is refused with line, key and next step`(_ item: Case) {
    let error = #expect(throws: ManifestError.self) {
      try Flow.read(json: Array(item.text.utf8), file: "app.json")
    }
    guard let error else { return }
    #expect(error.code == item.code)
    #expect(error.line == item.line)
    #expect(error.description.hasPrefix("app.json:\(item.line): "))
    for words in item.words { #expect(error.description.contains(words)) }
  }
}
