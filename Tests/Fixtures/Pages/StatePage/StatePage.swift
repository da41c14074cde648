import PageKit

/// Comes back after an eviction as it was: a field, a switch, an error, a list that scrolls.
final class StatePage: Page {
  @State private var text = ""
  @State private var isOn = false
  private var problem: String?

  override func initData(_ arguments: [String: PageValue]) async throws {
    text = try savedState["text"]?.asString() ?? ""
    isOn = try savedState["on"]?.asBoolean() ?? false
    problem = try savedState["problem"]?.asString()
  }

  override func saveState() async -> [String: PageValue] {
    var state: [String: PageValue] = ["text": .string(text), "on": .boolean(isOn)]
    if let problem { state["problem"] = .string(problem) }
    return state
  }

  @ViewBuilder override var view: View {
    Field("Text", text: $text)
    Toggle("On", isOn: $isOn)
    if let problem { Text(problem).error() }
    Button("Complain") { self.problem = "'\(self.text)' will not do" }
    Button("Deeper") { self.outcomes.deeper(number: 1) }
    List {
      for number in 1...60 {
        Row {
          Text("Line \(number)")
          Button("Pick \(number)") {}
        }
      }
    }
  }
}

/// A page of which many may be open, each on top of the one before.
final class ManyPage: Page {
  private var number: Int64 = 0
  private var taps: Int64 = 0

  override func initData(_ arguments: [String: PageValue]) async throws {
    guard let number = arguments["number"] else { throw PageError("it needs a number") }
    self.number = try number.asInteger()
    taps = try savedState["taps"]?.asInteger() ?? 0
  }

  override func saveState() async -> [String: PageValue] { ["taps": .integer(taps)] }

  @ViewBuilder override var view: View {
    Text("Number \(number), \(taps) taps")
    Button("Tap") { self.taps += 1 }
    Button("Deeper") { self.outcomes.deeper(number: self.number + 1) }
  }
}
