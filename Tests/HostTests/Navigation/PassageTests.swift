import ManifestModel
import Testing

@testable import Host

/// The callbacks of a transition come once each, in balance, whatever interrupts it.
@Suite @MainActor struct PassageTests {
  let pages = FakePages("A", "B", "C")
  var navigation: Navigation { pages.navigation }

  init() {
    pages.animates = true
    pages.add("Many", .many)
    pages.add("Fading", transition: "fade")
    navigation.request(.root(.init("A")))
  }

  private func entries(_ page: String) -> [String] {
    (pages.port(page)?.entries ?? []).filter { $0 != "initData" && $0 != "view" }
  }

  @Test func `The first page comes without a transition`() {
    #expect(pages.passages == [.none] && navigation.passage == nil)
    #expect(entries("A") == ["appearStarted", "appearFinished"])
  }

  @Test
  func
    `Both pages are told at the start and at the end, and the one that was left is released then`()
  {
    navigation.request(.replace(.init("B")))
    #expect(entries("A") == ["appearStarted", "appearFinished", "disappearStarted"])
    #expect(entries("B") == ["appearStarted"])
    #expect(pages.strays == ["A#1"])
    navigation.endPassage()
    navigation.endPassage()
    #expect(entries("A").suffix(3) == ["disappearFinished", "releaseData", "destroy"])
    #expect(entries("B") == ["appearStarted", "appearFinished"])
    #expect(pages.strays.isEmpty && pages.endings == 2)
  }

  @Test func `A page that is pushed over stays`() {
    navigation.request(.push(.init("B")))
    navigation.endPassage()
    #expect(entries("A").last == "disappearFinished")
    navigation.request(.pop)
    navigation.endPassage()
    #expect(entries("A").suffix(2) == ["appearStarted", "appearFinished"])
    #expect(entries("B").suffix(3) == ["disappearFinished", "releaseData", "destroy"])
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  @Test
  func
    `Case 11: opening and going back during a transition ends it first, each page is released once`()
  {
    navigation.request(.push(.init("B")))
    navigation.request(.push(.init("C")))
    #expect(entries("B") == ["appearStarted", "appearFinished", "disappearStarted"])
    navigation.request(.pop)
    #expect(entries("C") == ["appearStarted", "appearFinished", "disappearStarted"])
    navigation.request(.pop)
    #expect(entries("C").suffix(2) == ["releaseData", "destroy"])
    navigation.endPassage()
    #expect(navigation.chain.map(\.page) == ["A"])
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `Case 13: a transition that another change cancels leaves nothing busy`() {
    navigation.request(.push(.init("B")))
    navigation.request(.root(.init("C")))
    #expect(!navigation.isBusy && navigation.passage != nil)
    navigation.endPassage()
    #expect(!navigation.isBusy && navigation.passage == nil)
    var isIdle = false
    navigation.whenIdle { isIdle = true }
    #expect(isIdle && pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `A page that fails in initData during a transition changes nothing of its balance`() {
    navigation.request(.push(.init("B")))
    pages.failing = ["C"]
    navigation.request(.push(.init("C")))
    #expect(pages.log.last == "failed C: it fails" && navigation.chain.map(\.page) == ["B"])
    #expect(entries("B") == ["appearStarted", "appearFinished"])
    #expect(entries("C").allSatisfy { !$0.contains("ppear") })
    #expect(navigation.passage == nil && pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `A page that is still initializing is given up by going back, without a transition`() {
    pages.held = ["B"]
    navigation.request(.push(.init("B")))
    #expect(navigation.passage == nil && pages.passages.count == 1)
    navigation.request(.pop)
    #expect(entries("B").allSatisfy { !$0.contains("ppear") })
    #expect(entries("A") == ["appearStarted", "appearFinished"])
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  @Test func `Both pages of a transition are needed until its end`() throws {
    let first = try #require(navigation.top)
    navigation.request(.push(.init("B")))
    #expect(navigation.needs(first))
    navigation.endPassage()
    #expect(!navigation.needs(first))
  }

  @Test func `Everything is released when all is cleared in the middle`() {
    navigation.request(.push(.init("B")))
    navigation.request(.replace(.init("C")))
    navigation.clear()
    #expect(navigation.passage == nil && pages.fault == nil && pages.strays.isEmpty)
    #expect(pages.ports.allSatisfy { !$0.port.isValid })
  }

  @Test func `A page that leaves and is opened anew in the middle is another instance`() {
    navigation.request(.push(.init("Many")))
    navigation.request(.replace(.init("Many", ["n": .integer(1)])))
    navigation.request(.replace(.init("Many", ["n": .integer(2)])))
    navigation.endPassage()
    #expect(pages.ports.map(\.port.isValid) == [true, false, false, true])
    #expect(pages.fault == nil && pages.strays.isEmpty)
  }

  // MARK: Which transition

  private func last(_ requests: [(Navigation.Request, Flow.Transition?)]) -> ScreenTransition? {
    for (request, wish) in requests {
      navigation.request(request, by: wish)
      navigation.endPassage()
    }
    return pages.passages.last
  }

  @Test func `Who asks decides, else the page, else the kind of the change`() {
    let b = Navigation.Target("B")
    let fading = Navigation.Target("Fading")
    #expect(last([(.push(b), nil)]) == .init(.push))
    #expect(last([(.pop, nil)]) == .init(.push, isReversed: true))
    #expect(last([(.push(b), .fade)]) == .init(.fade))
    #expect(last([(.pop, nil)]) == .init(.fade, isReversed: true))
    #expect(last([(.push(b), nil), (.pop, .cover)]) == .init(.cover, isReversed: true))
    #expect(last([(.push(fading), nil)]) == .init(.fade))
    #expect(last([(.pop, nil), (.push(fading), .push)]) == .init(.push))
    #expect(last([(.replace(b), nil)]) == .init(.fade))
    #expect(last([(.root(.init("C")), nil)]) == .init(.fade))
    #expect(last([(.root(b), .push)]) == .init(.push))
    #expect(last([(.push(.init("C")), Flow.Transition.none)]) == ScreenTransition.none)
    let request = Presentation.Request(by: nil) { _ in }
    #expect(last([(.present(.init("Many"), request), nil)]) == .init(.cover))
    #expect(last([(.dismiss(.cancelled), nil)]) == .init(.cover, isReversed: true))
  }

  @Test func `Going to the page that is on top already has no transition`() {
    #expect(last([(.push(.init("A")), nil)]) == ScreenTransition.none)
  }

  @Test func `A wish goes with its request and with no other`() {
    pages.held = ["B"]
    navigation.request(.push(.init("B")))
    navigation.request(.push(.init("C")), by: .fade)
    navigation.request(.root(.init("Many")))
    #expect(pages.passages.last == .init(.fade))
    navigation.endPassage()
    navigation.request(.push(.init("C")))
    #expect(pages.passages.last == .init(.push))
  }
}
