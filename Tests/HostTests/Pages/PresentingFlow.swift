/// `app.json` of those tests in which AskingPage presents pages.
enum PresentingFlow {
  static let routes = #"""
    { "from": "AskingPage", "on": "choose", "do": "present", "to": "ChoicePage", "pass": { "ask": "ask" } },
    { "from": "AskingPage", "on": "broken", "do": "present", "to": "ChoicePage",
      "pass": { "ask": "ask", "fail": "fail" } },
    { "from": "AskingPage", "on": "another", "do": "present", "to": "AskingPage",
      "pass": { "ask": "ask", "name": "name" } },
    { "from": "AskingPage", "on": "pushed", "do": "push", "to": "ChoicePage", "pass": { "ask": "ask" } }
    """#

  /// An app that begins with AskingPage.
  static let app = #""start": [{ "open": "AskingPage" }], "routes": [\#(routes)]"#

  /// The same when somebody is signed in, else a page in C.
  static let appWithSession =
    #""start": [{ "when": "signedIn", "open": "AskingPage" }, { "open": "CPage" }], "routes": [\#(routes)]"#

  /// An app whose pages are tabs of one.
  static let tabs =
    #""start": [{ "open": "TouchPage" }], "tabs": { "TouchPage": ["AskingPage", "CPage"] }, "routes": [\#(routes)]"#
}
