import ManifestModel
import Testing

@testable import Host

/// Changes, failures and interruptions in any order: whatever happens, the callbacks are balanced.
@Suite @MainActor struct PassageWalkTests {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `A walk of 400 steps ends with every page told in balance and released once`(_ seed: UInt64)
  {
    var random = SampleViews.Random(seed: seed)
    let pages = FakePages()
    pages.animates = true
    let navigation = pages.navigation
    let names = ["A", "B", "C", "Many", "Slow"]
    for name in names { pages.add(name, name == "Many" ? .many : .one) }
    navigation.request(.root(.init("A")))
    for step in 0..<400 {
      let target = Navigation.Target(
        names[random.number(names.count)], ["n": .integer(Int64(random.number(3)))])
      let effects: [Flow.Transition?] = [nil, .push, .cover, .fade, Flow.Transition.none]
      let effect = effects[random.number(effects.count)]
      switch random.number(14) {
      case 0: navigation.request(.root(target), by: effect)
      case 1, 2, 3: navigation.request(.push(target), by: effect)
      case 4: navigation.request(.replace(target), by: effect)
      case 5, 6: navigation.request(.pop, by: effect)
      case 7: navigation.request(.present(target, .init(by: nil) { _ in }), by: effect)
      case 8: navigation.request(.dismiss(.cancelled))
      case 9: pages.failing = [target.page]
      case 10: pages.held = random.number(2) == 0 ? ["Slow"] : []
      case 11: _ = pages.ports.last { $0.port.isValid }?.port.answer("initData")
      case 12: navigation.request(.popToRoot)
      default: navigation.endPassage()
      }
      #expect(navigation.top != nil, "there is always a top layer; seed \(seed), step \(step)")
      let moving = navigation.passage.map { $0.left.compactMap { $0.instance?.name } } ?? []
      let made = (navigation.making + (navigation.opening?.all ?? [])).compactMap {
        $0.instance?.name
      }
      let strays = Set(pages.strays).subtracting(moving).subtracting(made)
      #expect(strays.isEmpty, "seed \(seed), step \(step)")
    }
    pages.held = []
    while let held = pages.ports.first(where: { $0.port.answer("initData") }) { _ = held }
    navigation.endPassage()
    #expect(!navigation.isBusy && navigation.passage == nil)
    #expect(pages.fault == nil && pages.strays.isEmpty, "seed \(seed)")
    let shown = navigation.chain.compactMap(\.instance)
    #expect(shown.allSatisfy { $0.appearance == .shown })
    navigation.clear()
    #expect(pages.fault == nil && pages.ports.allSatisfy { !$0.port.isValid }, "seed \(seed)")
  }
}
