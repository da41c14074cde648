import ManifestModel
import Testing

@testable import Host

@Suite struct FlowTests {
  static let sample = """
    { "app": 1, "id": "org.example.leaves", "title": "Leaves",
      "start":  [ { "when": "firstLaunch", "open": "GuidePage" },
                  { "when": "signedIn", "open": "HomePage" },
                  { "open": "LoginPage" } ],
      "routes": [ { "from": "GuidePage", "on": "finished", "do": "root", "to": "LoginPage",
                    "transition": "push" },
                  { "from": "ContactsPage", "on": "opened", "do": "push", "to": "ContactPage",
                    "pass": { "contact": "contact" } },
                  { "from": "AboutPage", "on": "loggedOut", "do": "signOut" } ],
      "tabs":   { "HomePage": ["TimelinePage", "ContactsPage"] },
      "resident": ["HomePage"], "providers": { "notices.set": "HomePage" } }
    """

  @Test func `Origins that an app grants are read by module`() throws {
    let text = """
      { "app": 1, "id": "a", "start": [{ "open": "P" }],
        "origins": { "FeedPage": ["http://127.0.0.1:8080", "https://*"] } }
      """
    let (flow, warnings) = try Flow.read(json: Array(text.utf8), file: "app.json")
    #expect(warnings.isEmpty)
    #expect(
      flow.origins.mapValues { $0.map(\.description) } == [
        "FeedPage": ["http://127.0.0.1:8080", "https://*"]
      ])
  }

  @Test func `A whole app is read`() throws {
    let (flow, warnings) = try Flow.read(json: Array(Self.sample.utf8), file: "app.json")
    #expect(warnings.isEmpty)
    #expect(flow.id == "org.example.leaves" && flow.title == "Leaves")
    #expect(flow.start.map(\.open) == ["GuidePage", "HomePage", "LoginPage"])
    #expect(flow.start.map(\.when) == [.firstLaunch, .signedIn, nil])
    #expect(flow.routes.map(\.step) == [.root, .push, .signOut])
    #expect(flow.routes.map(\.to) == ["LoginPage", "ContactPage", nil])
    #expect(flow.routes[0].transition == .push && flow.routes[1].transition == nil)
    #expect(flow.routes[1].pass == ["contact": "contact"])
    #expect(flow.tabs == ["HomePage": ["TimelinePage", "ContactsPage"]])
    #expect(flow.resident == ["HomePage": .hard])
    #expect(flow.providers == ["notices.set": "HomePage"])
  }

  @Test func `A route is found by page and outcome`() throws {
    let (flow, _) = try Flow.read(json: Array(Self.sample.utf8), file: "app.json")
    #expect(flow.route(from: "ContactsPage", on: "opened")?.to == "ContactPage")
    #expect(flow.route(from: "ContactsPage", on: "finished") == nil)
    #expect(flow.route(from: "GuidePage", on: "opened") == nil)
  }

  @Test func `The least app has a page to start with; its title is its id`() throws {
    let text = #"{"app": 1, "id": "a", "start": [{"open": "OnlyPage"}]}"#
    let (flow, warnings) = try Flow.read(json: Array(text.utf8), file: "app.json")
    #expect(flow.title == "a" && warnings.isEmpty)
    #expect(flow.routes.isEmpty && flow.tabs.isEmpty && flow.resident.isEmpty)
  }

  @Test func `Every page that is named comes with the first line that names it`() throws {
    let (flow, _) = try Flow.read(json: Array(Self.sample.utf8), file: "app.json")
    let lines = Dictionary(uniqueKeysWithValues: flow.namedPages.map { ($0.page, $0.line) })
    #expect(
      lines == [
        "GuidePage": 2, "HomePage": 3, "LoginPage": 4, "ContactsPage": 7, "ContactPage": 7,
        "AboutPage": 9, "TimelinePage": 10,
      ])
    #expect(flow.namedPages.map(\.line) == flow.namedPages.map(\.line).sorted())
  }

  static let warnings: [(String, line: Int, words: String)] = [
    (#"{"app": 1, "id": "a", "start": [{"open": "P"}], "theme": 1}"#, 1, "unknown key 'theme'"),
    (
      """
      {"app": 1, "id": "a", "start": [
        {"open": "P", "whem": 1}]}
      """, 2, "unknown key 'whem'"
    ),
    (
      """
      {"app": 1, "id": "a", "start": [{"open": "P"}],
       "routes": [{"from": "P", "on": "x", "do": "pop",
                   "animate": true}]}
      """, 3, "unknown key 'animate'"
    ),
    (
      """
      {"app": 1, "id": "a", "start": [{"open": "P"},
       {"when": "signedIn", "open": "Q"}]}
      """, 2, "never reached, since that of line 1"
    ),
    (
      """
      {"app": 1, "id": "a", "start": [
       {"when": "signedIn", "open": "P"},
       {"when": "signedIn", "open": "Q"},
       {"open": "R"}]}
      """, 3, "never reached, since that of line 2"
    ),
  ]

  @Test(arguments: warnings) func `What is not known or never used is warned of, with its line`(
    _ text: String, line: Int, words: String
  ) throws {
    let (_, warnings) = try Flow.read(json: Array(text.utf8), file: "app.json")
    #expect(warnings.count == 1)
    let warning = try #require(warnings.first)
    #expect(warning.line == line && warning.description.hasPrefix("app.json:\(line): "))
    #expect(warning.reason.contains(words))
  }
}
