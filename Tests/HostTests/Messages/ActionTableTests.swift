import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct ActionTableTests {
  let table = ActionTable()

  private func page(_ name: String, _ actions: String...) -> Controller {
    let declared = actions.map {
      Manifest.Action(Signature(name: $0, arguments: [.init(type: .integer)]))
    }
    return Controller(page: Manifest.Page(name, actions: declared), module: name)
  }

  private func provider(_ name: String) -> String {
    switch table.slot(name).provider {
    case .nobody: "nobody"
    case .one(let offer): "\(offer.controller.name)[\(offer.index)]"
    case .several(let names): names.joined(separator: "+")
    }
  }

  @Test func `A name keeps its number, whoever offers it`() {
    let first = table.slot("a.b")
    table.update([page("P", "c.d", "a.b")], chosen: [:])
    #expect(table.slot("a.b") === first && first.number == 0)
    #expect(table.slot("c.d").number == 1)
    table.update([], chosen: [:])
    #expect(table.slot("a.b") === first && provider("a.b") == "nobody")
  }

  @Test func `A provider is known with the place of the action in its page`() {
    table.update([page("P", "a.b", "c.d"), page("Q", "e.f")], chosen: [:])
    #expect(provider("a.b") == "P[0]" && provider("c.d") == "P[1]" && provider("e.f") == "Q[0]")
    #expect(table.offered.map(\.name) == ["a.b", "c.d", "e.f"])
  }

  @Test func `Of two providers none is callable until the app chooses`() {
    let pages = [page("P", "a.b"), page("Q", "x.y", "a.b")]
    table.update(pages, chosen: [:])
    #expect(provider("a.b") == "P+Q")
    #expect(table.slot("a.b").refusal.message.contains("offered by P and Q; choose one"))
    table.update(pages, chosen: ["a.b": "Q"])
    #expect(provider("a.b") == "Q[1]")
  }

  @Test func `A choice that offers nothing chooses nothing`() {
    table.update([page("P", "a.b"), page("Q", "a.b")], chosen: ["a.b": "R"])
    #expect(provider("a.b") == "P+Q")
  }

  @Test func `A provider that leaves makes the other one callable`() {
    let pages = [page("P", "a.b"), page("Q", "a.b")]
    table.update(pages, chosen: [:])
    table.update([pages[1]], chosen: [:])
    #expect(provider("a.b") == "Q[0]")
    #expect(table.slot("nobody.here").refusal.status == .notFound)
  }
}
