import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct NavigationTabsTests {
  let pages = FakePages("Login", "Home", "One", "Two", "Detail")
  var navigation: Navigation { pages.navigation }

  init() {
    pages.tabs = ["Home": ["One", "Two"]]
    navigation.request(.root(.init("Home")))
  }

  private var chain: [String] { navigation.chain.map(\.page) }
  private func tab(_ index: Int) { navigation.request(.tab(index)) }
  private func push(_ page: String) { navigation.request(.push(.init(page))) }

  @Test func `A tab page is shown with its first tab; the other is not made`() {
    #expect(chain == ["Home", "One"] && navigation.top?.page == "One")
    #expect(pages.log == ["init Home", "init One"])
    #expect(!navigation.canGoBack)
  }

  @Test func `The pages of a tab that is left are hidden and stay`() {
    push("Detail")
    tab(1)
    #expect(chain == ["Home", "Two"] && pages.alive == 4)
    #expect(pages.entries("Detail").suffix(2) == ["disappearStarted", "disappearFinished"])
    tab(0)
    #expect(pages.log == ["init Home", "init One", "init Detail", "init Two"])
    #expect(pages.entries("Detail").suffix(2) == ["appearStarted", "appearFinished"])
  }

  @Test func `Case 20: each tab keeps its own stack`() {
    push("Detail")
    tab(1)
    tab(0)
    #expect(chain == ["Home", "Detail"] && navigation.canGoBack)
    #expect(pages.log.count { $0 == "init Detail" } == 1)
    navigation.request(.pop)
    #expect(chain == ["Home", "One"])
  }

  @Test func `Choosing the tab that is shown goes back to its root`() {
    push("Detail")
    tab(0)
    #expect(chain == ["Home", "One"] && pages.log.last == "release Detail")
    tab(0)
    #expect(pages.log.last == "release Detail", "nothing is to be done at the root")
  }

  @Test func `A tab that is chosen while the tabs are about to go is not one of the next`() {
    pages.add("Other")
    pages.tabs["Other"] = ["Login", "Detail"]
    pages.held = ["Other"]
    navigation.request(.root(.init("Other")))
    tab(1)
    pages.answer("Other")
    #expect(chain == ["Other", "Login"] && !navigation.isBusy)
  }

  @Test(arguments: [-1, 2, 100]) func `A tab that is not there is none`(_ index: Int) {
    tab(index)
    #expect(chain == ["Home", "One"] && !navigation.isBusy)
  }

  @Test func `The tab page stays as it is when its tabs change`() {
    tab(1)
    tab(0)
    #expect(pages.entries("Home") == ["initData", "appearStarted", "appearFinished"])
  }

  @Test func `A quick change there and back ends where it began`() {
    pages.held = ["Two"]
    tab(1)
    tab(0)
    pages.answer("Two")
    #expect(chain == ["Home", "One"])
    #expect(navigation.top?.instance?.state == .initialized)
  }

  @Test func `Going back in a tab page that was pushed leaves it`() {
    navigation.clear()
    navigation.request(.root(.init("Login")))
    push("Home")
    #expect(chain == ["Home", "One"] && navigation.canGoBack)
    tab(1)
    navigation.request(.pop)
    #expect(chain == ["Login"] && pages.alive == 1)
  }

  @Test func `A push of the tab page from inside of it makes no second one`() {
    push("Detail")
    push("Home")
    #expect(navigation.stack.map(\.page) == ["Home"])
    #expect(pages.log.count { $0 == "init Home" } == 1)
  }

  @Test func `Case 20: a tab whose pages were evicted comes back with its stack`() {
    push("Detail")
    let left =
      navigation.chain.dropFirst() + [navigation.chain[0].tabs?.stacks[0].first].compactMap(\.self)
    tab(1)
    left.forEach(pages.evict)
    #expect(pages.alive == 2)
    tab(0)
    #expect(chain == ["Home", "Detail"] && pages.alive == 3)
    navigation.request(.pop)
    #expect(chain == ["Home", "One"] && navigation.top?.instance?.state == .initialized)
  }

  @Test func `A root switch releases every tab`() {
    tab(1)
    push("Detail")
    navigation.request(.root(.init("Login")))
    #expect(chain == ["Login"] && pages.alive == 1)
    navigation.clear()
    #expect(pages.isBalanced)
  }

  @Test func `A tab that cannot be shown tells why in its place, and the other ones work`() {
    navigation.clear()
    navigation.request(.root(.init("Login")))
    pages.failures = ["One": "its file is gone"]
    navigation.request(.root(.init("Home")))
    #expect(chain == ["Home", "One"], "the tab page itself can be shown")
    #expect(
      navigation.top?.failure?.description == "its file is gone" && navigation.top?.instance == nil)
    tab(1)
    #expect(chain == ["Home", "Two"] && navigation.top?.failure == nil)
    pages.failures = [:]
    tab(0)
    #expect(navigation.top?.failure == nil && navigation.top?.instance != nil)
  }

  // MARK: What is still being made

  @Test func `A tab that is not ready is given up by choosing another`() {
    pages.tabs["Home"] = ["One", "Two", "Detail"]
    navigation.clear()
    navigation.request(.root(.init("Home")))
    pages.held = ["Two"]
    tab(1)
    tab(2)
    #expect(chain == ["Home", "Detail"] && !navigation.isBusy)
    pages.answer("Two")
    #expect(chain == ["Home", "Detail"], "its answer comes too late")
    tab(1)
    #expect(chain == ["Home", "Two"] && pages.log.count { $0 == "init Two" } == 1)
  }

  @Test func `A tab that is not ready is given up by going back, which leaves no page`() {
    push("Detail")
    pages.held = ["Two"]
    tab(1)
    navigation.request(.pop)
    #expect(chain == ["Home", "Detail"] && !navigation.isBusy)
    tab(1)
    pages.answer("Two")
    #expect(chain == ["Home", "Two"])
  }

  @Test func `Choosing the tab that is still shown gives the other up and leaves no page`() {
    push("Detail")
    pages.held = ["Two"]
    tab(1)
    tab(0)
    #expect(chain == ["Home", "Detail"] && !navigation.isBusy)
  }

  @Test func `A tab that is chosen while a page is being made gives that up`() {
    pages.held = ["Detail"]
    push("Detail")
    tab(1)
    #expect(chain == ["Home", "Two"] && pages.log.contains("release Detail"))
    tab(0)
    #expect(chain == ["Home", "One"])
    var result: Presentation.Result?
    navigation.request(.present(.init("Detail"), .init(by: nil) { result = $0 }))
    tab(1)
    #expect(chain == ["Home", "Two"] && result == .cancelled && navigation.presented.isEmpty)
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `A tab does not hold up a root switch`() {
    pages.held = ["Login"]
    navigation.request(.root(.init("Login")))
    tab(1)
    pages.answer("Login")
    #expect(chain == ["Login"])
  }
}
