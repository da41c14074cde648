import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct NavigationFailureTests {
  let pages = FakePages("A", "B", "Home", "One")
  var navigation: Navigation { pages.navigation }

  init() {
    pages.tabs = ["Home": ["One"]]
  }

  private var names: [String] { navigation.stack.map(\.page) }
  private func root(_ page: String) { navigation.request(.root(.init(page))) }
  private func push(_ page: String) { navigation.request(.push(.init(page))) }

  @Test func `Case 23: a push that fails leaves the page and says why`() {
    root("A")
    pages.failures = ["B": "no network"]
    push("B")
    #expect(names == ["A"] && !navigation.isBusy && navigation.top?.failure == nil)
    #expect(pages.log == ["init A", "init B", "release B", "failed B: no network"])
    #expect(pages.entries("A") == ["initData", "appearStarted", "appearFinished"])
  }

  @Test func `It can be tried again`() {
    root("A")
    pages.failures = ["B": "no network"]
    push("B")
    pages.failures = [:]
    push("B")
    #expect(names == ["A", "B"])
  }

  @Test func `A root switch that fails leaves everything that was`() {
    root("A")
    pages.failures = ["B": "broken"]
    root("B")
    #expect(names == ["A"] && pages.alive == 1)
  }

  @Test func `A page that there is not leaves the page`() {
    root("A")
    push("Nowhere")
    #expect(names == ["A"] && pages.log.last == "failed Nowhere: no such page")
    #expect(!navigation.isBusy)
  }

  @Test func `Case 23: a first page that fails tells so in its place, and is made by a retry`() {
    pages.failures = ["A": "broken"]
    root("A")
    #expect(names == ["A"] && navigation.top?.failure?.description == "broken" && pages.alive == 0)
    navigation.request(.retry)
    #expect(navigation.top?.failure?.description == "broken")
    pages.failures = [:]
    navigation.request(.retry)
    #expect(navigation.top?.failure == nil && navigation.top?.instance?.state == .initialized)
    #expect(pages.port("A")?.entries == ["initData", "appearStarted", "appearFinished"])
  }

  @Test func `Opening a page again that could not be shown is a retry too`() {
    pages.failures = ["A": "broken"]
    root("A")
    pages.failures = [:]
    push("A")
    #expect(names == ["A"] && navigation.top?.failure == nil && pages.alive == 1)
  }

  @Test func `A failure without words is told by its status`() {
    pages.held = ["A"]
    root("A")
    pages.answer("A", PortAnswer(.timedOut))
    #expect(navigation.top?.failure?.description == "timed out")
  }

  @Test func `A tab page that fails says so in the place of its tab as well`() {
    pages.failures = ["Home": "broken"]
    root("Home")
    #expect(navigation.chain.map(\.page) == ["Home", "One"])
    #expect(navigation.chain.first?.failure?.description == "broken")
    #expect(navigation.top?.failure?.description == "Home, which holds it, cannot be shown: broken")
    #expect(!pages.log.contains("init One"))
    pages.failures = [:]
    navigation.request(.retry)
    #expect(navigation.chain.allSatisfy { $0.failure == nil && $0.instance != nil })
  }

  @Test
  func `Case 23: one that cannot be made again when it is gone back to tells so in its place`() {
    root("A")
    push("B")
    pages.evict(navigation.stack[0])
    pages.failures = ["A": "its file is gone"]
    navigation.request(.pop)
    #expect(names == ["A"] && navigation.top?.failure?.description == "its file is gone")
    #expect(pages.alive == 0)
  }

  @Test func `A page that never answers holds up nothing but itself`() {
    root("A")
    pages.held = ["B"]
    push("B")
    #expect(navigation.top?.page == "A")
    navigation.request(.pop)
    push("Home")
    #expect(navigation.top?.page == "One" && pages.alive == 3)
  }

  @Test func `A root switch comes through although a page is never made again`() {
    root("A")
    push("B")
    pages.evict(navigation.stack[0])
    pages.held = ["A"]
    navigation.request(.pop)
    root("Home")
    #expect(navigation.top?.page == "One" && pages.alive == 2)
    navigation.clear()
    #expect(pages.alive == 0 && pages.isBalanced)
  }
}
