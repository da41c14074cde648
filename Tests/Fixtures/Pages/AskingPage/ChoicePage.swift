import PageKit

/// Is presented by AskingPage, and answers with a value of each type, with one, or not at all.
final class ChoicePage: Page {
  private var ask = ""

  override func initData(_ arguments: [String: PageValue]) async throws {
    ask = try arguments["ask"]?.asString() ?? ""
    if arguments["fail"] == true { throw PageError("there is nothing to choose from") }
  }

  @ViewBuilder override var view: View {
    Text("Choice for \(ask)")
    Button("Take") {
      self.outcomes.chosen(
        ask: self.ask, sure: true, number: -7, part: 0.5, bytes: [1, 0, 255], list: ["a", 2],
        map: ["x": 1])
    }
    Button("Decline") { self.outcomes.declined(ask: self.ask) }
    Button("Take twice") {
      self.outcomes.declined(ask: self.ask)
      self.outcomes.declined(ask: "the second answer")
    }
  }
}
