import ManifestModel
import Testing

@testable import Host

/// What pages ask for is carried out where they stand, however long it waits.
@Suite @MainActor struct NavigationAskersTests {
  let pages = FakePages("Home", "One", "Two", "Detail", "Slow", "Other")
  var navigation: Navigation { pages.navigation }

  init() {
    pages.tabs = ["Home": ["One", "Two"]]
    pages.add("Many", .many)
    navigation.request(.root(.init("Home")))
  }

  private var chain: [String] { navigation.chain.map(\.page) }
  private func push(_ page: String) { navigation.request(.push(.init(page))) }

  private func top() throws -> StackEntry { try #require(navigation.top) }

  @Test func `A push of a page whose tab was left meanwhile comes nowhere`() throws {
    let one = try top()
    pages.held = ["Two"]
    navigation.request(.tab(1))
    navigation.request(.push(.init("Detail")), from: one)
    pages.answer("Two")
    #expect(chain == ["Home", "Two"])
    #expect(pages.log.last == "dropped of One")
    navigation.request(.tab(0))
    #expect(chain == ["Home", "One"] && !navigation.isBusy)
  }

  @Test func `A page that leaves while another is opened over it is taken away below it`() throws {
    push("Detail")
    let detail = try top()
    pages.held = ["Slow"]
    push("Slow")
    navigation.request(.pop, from: detail)
    #expect(navigation.isBusy, "only a person gives up what is being made")
    pages.answer("Slow")
    #expect(chain == ["Home", "Slow"])
    navigation.request(.pop)
    #expect(chain == ["Home", "One"])
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `A page that leaves its tab as another is chosen is gone from there`() throws {
    push("Detail")
    let detail = try top()
    pages.held = ["Two"]
    navigation.request(.tab(1))
    navigation.request(.pop, from: detail)
    pages.answer("Two")
    #expect(chain == ["Home", "Two"] && pages.log.last == "release Detail")
    navigation.request(.tab(0))
    #expect(chain == ["Home", "One"])
  }

  @Test func `A page leaves once, however often it asks`() throws {
    push("Detail")
    push("Other")
    push("Many")
    let asker = try top()
    pages.evict(try #require(navigation.chain.first?.tabs?.stacks[0][2]))
    pages.held = ["Other"]
    navigation.request(.pop, from: asker)
    navigation.request(.popToRoot, from: asker)
    navigation.request(.pop, from: asker)
    pages.answer("Other")
    #expect(chain == ["Home", "Other"])
    #expect(pages.log.suffix(2) == ["dropped of Many", "dropped of Many"])
  }

  @Test func `A person goes back as often as they ask`() throws {
    for page in ["Detail", "Other", "Many"] { push(page) }
    pages.evict(try #require(navigation.chain.first?.tabs?.stacks[0][2]))
    pages.held = ["Other"]
    for _ in 0..<3 { navigation.request(.pop) }
    pages.answer("Other")
    #expect(chain == ["Home", "One"])
  }

  @Test func `A presented page's result ends its own presentation and those over it`() throws {
    var results: [String] = []
    let note = { (name: String) in
      Presentation.Request(by: nil) { results.append("\(name): \($0)") }
    }
    navigation.request(.present(.init("Detail"), note("Detail")))
    let detail = try top()
    pages.held = ["Slow"]
    navigation.request(.present(.init("Slow"), note("Slow")), from: detail)
    let outcome = Presentation.Result.outcome("chosen", [:])
    navigation.request(.dismiss(outcome), from: detail)
    pages.answer("Slow")
    #expect(results == ["Slow: \(Presentation.Result.cancelled)", "Detail: \(outcome)"])
    #expect(chain == ["Home", "One"] && navigation.presented.isEmpty)
    navigation.request(.dismiss(outcome), from: detail)
    #expect(results.count == 2 && pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `A page whose tab was left meanwhile presents nothing and is answered`() throws {
    var result: Presentation.Result?
    let one = try top()
    pages.held = ["Two"]
    navigation.request(.tab(1))
    navigation.request(.present(.init("Detail"), .init(by: nil) { result = $0 }), from: one)
    pages.answer("Two")
    #expect(result == .cancelled && navigation.presented.isEmpty && chain == ["Home", "Two"])
  }

  @Test func `Of two equal requests that wait apart each has its own transition`() {
    pages.held = ["Slow"]
    push("Slow")
    navigation.request(.push(.init("Many")), by: .fade)
    push("Other")
    navigation.request(.push(.init("Many")), by: .cover)
    pages.answer("Slow")
    #expect(pages.passages.suffix(3).map(\.effect) == [.fade, .push, .cover])
  }
}
