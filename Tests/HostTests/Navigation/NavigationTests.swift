import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct NavigationTests {
  let pages = FakePages("A", "B", "C", "D")
  var navigation: Navigation { pages.navigation }

  private var names: [String] { navigation.stack.map(\.page) }
  private func root(_ page: String) { navigation.request(.root(.init(page))) }
  private func push(_ page: String) { navigation.request(.push(.init(page))) }

  @Test func `The first page is shown once it is initialized`() {
    pages.held = ["A"]
    root("A")
    #expect(names.isEmpty && navigation.isBusy)
    pages.answer("A")
    #expect(names == ["A"] && !navigation.isBusy)
    #expect(pages.entries("A") == ["initData", "appearStarted", "appearFinished"])
  }

  @Test func `A push hides the page below and keeps it`() {
    root("A")
    push("B")
    #expect(names == ["A", "B"] && navigation.top?.page == "B" && pages.alive == 2)
    #expect(pages.entries("A").suffix(2) == ["disappearStarted", "disappearFinished"])
    #expect(navigation.canGoBack)
  }

  @Test func `Going back releases the page and shows the one below, which is not made anew`() {
    root("A")
    push("B")
    navigation.request(.pop)
    #expect(names == ["A"] && !navigation.canGoBack)
    #expect(pages.log == ["init A", "init B", "release B"])
    #expect(pages.entries("B").suffix(2) == ["releaseData", "destroy"])
    #expect(pages.entries("A").suffix(2) == ["appearStarted", "appearFinished"])
  }

  @Test func `Going back at the root does nothing`() {
    root("A")
    navigation.request(.pop)
    #expect(names == ["A"] && pages.log == ["init A"])
  }

  @Test func `Case 19: going back to one that was evicted makes it again with its state`() throws {
    root("A")
    push("B")
    pages.evict(navigation.stack[0])
    navigation.request(.pop)
    #expect(pages.log == ["init A", "init B", "evict A", "init A", "release B"])
    guard case .initData(_, let state) = try #require(pages.port("A")?.requests.first) else {
      Issue.record("it was not initialized")
      return
    }
    #expect(state == ["saved": .boolean(true)])
  }

  @Test func `A replacement takes the place of the page`() {
    root("A")
    push("B")
    navigation.request(.replace(.init("C")))
    #expect(names == ["A", "C"])
    #expect(pages.log == ["init A", "init B", "init C", "release B"])
  }

  @Test func `A root switch releases everything that was`() {
    root("A")
    push("B")
    root("C")
    #expect(names == ["C"] && pages.alive == 1)
    #expect(pages.log.suffix(2) == ["release B", "release A"])
  }

  // MARK: Twice

  @Test(arguments: [true, false], [true, false])
  func `Case 10: two opens of one page in one tick make one instance`(isHeld: Bool, asRoot: Bool) {
    root("A")
    if isHeld { pages.held = ["B"] }
    for _ in 0..<2 { asRoot ? root("B") : push("B") }
    if isHeld { pages.answer("B") }
    #expect(names == (asRoot ? ["B"] : ["A", "B"]))
    #expect(pages.log.count { $0 == "init B" } == 1)
  }

  @Test func `Two replacements by one page make one instance`() {
    root("A")
    for _ in 0..<2 { navigation.request(.replace(.init("B"))) }
    #expect(names == ["B"] && pages.log.count { $0 == "init B" } == 1)
  }

  @Test func `A page that may be open once is gone back to`() {
    root("A")
    push("B")
    push("C")
    push("B")
    #expect(names == ["A", "B"] && pages.log.last == "release C")
  }

  @Test func `With other arguments it is another opening, in its place`() {
    root("A")
    navigation.request(.push(.init("B", ["n": .integer(1)])))
    push("C")
    navigation.request(.push(.init("B", ["n": .integer(2)])))
    #expect(names == ["A", "B"] && navigation.top?.arguments == ["n": .integer(2)])
    #expect(pages.alive == 2)
  }

  @Test func `A page that may be open often is pushed each time with other arguments`() {
    pages.add("N", .many)
    root("A")
    for number in [1, 2, 2, 1] {
      navigation.request(.push(.init("N", ["n": .integer(Int64(number))])))
    }
    #expect(navigation.stack.dropFirst().map(\.arguments) == [1, 2, 1].map { ["n": .integer($0)] })
  }

  // MARK: One after another

  @Test func `Requests wait for the one before and are carried out in order`() {
    root("A")
    pages.held = ["B"]
    push("B")
    push("C")
    push("D")
    #expect(names == ["A"] && pages.log == ["init A", "init B"])
    pages.answer("B")
    #expect(names == ["A", "B", "C", "D"])
  }

  @Test func `A root switch drops what waits and gives up what is being made`() {
    root("A")
    pages.held = ["B"]
    push("B")
    push("C")
    root("D")
    #expect(names == ["D"])
    #expect(pages.log == ["init A", "init B", "release B", "init D", "release A"])
    #expect(pages.entries("B") == ["initData", "releaseData", "destroy"])
  }

  @Test func `Case 16: going back from a page that is still being made gives it up`() {
    root("A")
    pages.held = ["B"]
    push("B")
    navigation.request(.pop)
    #expect(names == ["A"] && !navigation.isBusy)
    #expect(pages.log == ["init A", "init B", "release B"])
    pages.answer("B")
    #expect(names == ["A"], "its answer comes too late")
    #expect(pages.entries("A") == ["initData", "appearStarted", "appearFinished"])
  }

  @Test func `The first page is not given up by going back`() {
    pages.held = ["A"]
    root("A")
    navigation.request(.pop)
    pages.answer("A")
    #expect(names == ["A"])
  }

  @Test func `A job for when nothing is under way waits for all requests`() {
    pages.held = ["A"]
    root("A")
    push("B")
    var seen: [String] = []
    navigation.whenIdle { seen = navigation.stack.map(\.page) }
    #expect(seen.isEmpty)
    pages.answer("A")
    #expect(seen == ["A", "B"])
  }

  @Test func `An entry that is on screen or is being made for it is needed`() throws {
    root("A")
    push("B")
    let below = navigation.stack[0]
    #expect(!navigation.needs(below) && navigation.needs(navigation.stack[1]))
    pages.evict(below)
    pages.held = ["A"]
    navigation.request(.pop)
    #expect(navigation.needs(below))
  }

  // MARK: The end

  @Test(arguments: [true, false])
  func `Clearing releases everything, also what is being made, and forgets what waits`(
    isOpening: Bool
  ) {
    root("A")
    push("B")
    pages.held = isOpening ? ["C"] : []
    push("C")
    push("D")
    navigation.clear()
    #expect(names.isEmpty && !navigation.isBusy && pages.alive == 0 && pages.isBalanced)
    pages.answer("C")
    #expect(names.isEmpty, "nothing comes back")
    root("A")
    #expect(names == ["A"])
  }

  @Test func `Clearing lets who waits for quiet go on`() {
    pages.held = ["A"]
    root("A")
    var ran = false
    navigation.whenIdle { ran = true }
    navigation.clear()
    #expect(ran)
  }

  @Test func `Case 22: a thousand switches leave as many objects as one, all in balance`() {
    root("A")
    for _ in 0..<500 {
      push("B")
      navigation.request(.pop)
      root("C")
      root("A")
    }
    #expect(pages.alive == 1)
    navigation.clear()
    #expect(pages.alive == 0 && pages.isBalanced)
  }

  @Test
  func `Whatever comes in whatever order, each instance is shown in balance and destroyed once`() {
    pages.add("N", .many)
    pages.tabs = ["D": ["B", "C"]]
    var random = LinearGenerator(state: 7)
    for step in 0..<2_000 {
      pages.held = step.isMultiple(of: 3) ? ["A", "N"] : []
      switch Int.random(in: 0..<9, using: &random) {
      case 0: root(["A", "B", "D"].randomElement(using: &random) ?? "A")
      case 1...3: push(["A", "B", "C", "D"].randomElement(using: &random) ?? "A")
      case 4: navigation.request(.push(.init("N", ["n": .integer(Int64(step))])))
      case 5: navigation.request(.pop)
      case 6: navigation.request(.tab(Int.random(in: 0..<2, using: &random)))
      case 7: navigation.request(.replace(.init("C")))
      default: pages.failures = pages.failures.isEmpty ? ["B": "broken"] : [:]
      }
      if step.isMultiple(of: 5) { for page in ["A", "N"] { pages.answer(page) } }
      let shown = Set(navigation.chain.map(ObjectIdentifier.init))
      #expect(shown.count == navigation.chain.count, "an entry is on screen once")
    }
    for _ in 0..<100 { for page in ["A", "N"] { pages.answer(page) } }
    navigation.clear()
    #expect(pages.alive == 0 && pages.isBalanced)
  }
}

/// Numbers that are the same in every run (Knuth's MMIX).
struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
