import PageKit

/// Asks other pages for something by presenting them, and shows and logs what it was answered; one that was asked by
/// another answers with its name.
final class AskingPage: Page {
  private var name = "first"
  /// What the page that presented this one asked.
  private var purpose = ""
  private var count = 0
  private var answers: [String] = []
  @State private var note = ""

  override func initData(_ arguments: [String: PageValue]) async throws {
    name = try arguments["name"]?.asString() ?? "first"
    purpose = try arguments["ask"]?.asString() ?? ""
  }

  /// Presents the page to which an outcome leads, and tells what became of it.
  private func ask(about outcome: String, besides values: [String: PageValue] = [:]) async {
    count += 1
    let ask = "\(instance).\(count)"
    log("asks \(ask)")
    var words = "nothing"
    do {
      let values = values.merging(["ask": .string(ask)]) { own, _ in own }
      if let result = try await present(outcome, values) {
        words = "\(result.outcome)\(Words(result.values))"
      }
    } catch {
      words = "the error: \(error)"
    }
    answers.append("\(ask) \(words)")
    log("is answered \(ask) \(words)")
  }

  @ViewBuilder override var view: View {
    Text("Asking as \(name)")
    for answer in answers { Text(answer) }
    // What is typed here is the host's alone.
    Field("Draft", text: Binding(get: { "" }, set: { _ in }))
    // And this the page's, which does not save it.
    Field("Note", text: $note)
    Row {
      Button("Choose") { await self.ask(about: "choose") }
      Button("Break") { await self.ask(about: "broken", besides: ["fail": true]) }
      Button("Another") {
        await self.ask(about: "another", besides: ["name": .string("\(self.name), then")])
      }
      Button("Answer") { self.outcomes.named(ask: self.purpose, name: self.name) }
    }
    Row {
      Button("Undeclared") { await self.ask(about: "undeclared") }
      Button("Unrouted") { await self.ask(about: "unrouted") }
      Button("Pushed") { await self.ask(about: "pushed") }
      Button("Wrong") { await self.ask(about: "choose", besides: ["ask": 7]) }
      Button("Twice") {
        self.task { await self.ask(about: "choose") }
        self.task { await self.ask(about: "choose") }
      }
      Button("Fail after") {
        await self.ask(about: "choose")
        throw PageError("the choice is of no use")
      }
    }
    Row {
      for count in [3, 0, -2] { Button("Mark \(count)") { self.setBadge(count) } }
      Button("Anew") { self.raiseEdition() }
    }
    List { for number in 1...40 { Text("Line \(number)") } }
  }
}

/// A map as text, in the order of its names.
private struct Words: CustomStringConvertible {
  let description: String

  init(_ values: [String: PageValue]) {
    description = values.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .boolean(let value): " \(name)=\(value)"
      case .integer(let value): " \(name)=\(value)"
      case .real(let value): " \(name)=\(value)"
      case .string(let value): " \(name)=\(value)"
      case .bytes(let value): " \(name)=\(value)"
      case .list(let value): " \(name)=\(value.count) items"
      case .map(let value): " \(name)={\(Words(value)) }"
      case .nothing: " \(name)"
      }
    }.joined()
  }
}
