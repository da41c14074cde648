import ManifestModel
import Testing

@testable import Host

/// A page is told of its transitions once each, in balance, whatever interrupts what.
@Suite @MainActor struct InstanceAppearanceTests {
  enum Step: String, CaseIterable {
    case beginAppearing, finishAppearing, beginDisappearing, finishDisappearing, appear, disappear
  }

  nonisolated static let table: [([Step], [String])] = [
    ([.beginAppearing, .finishAppearing], ["appearStarted", "appearFinished"]),
    ([.beginAppearing, .beginAppearing], ["appearStarted"]),
    ([.finishAppearing], []),
    ([.finishDisappearing], []),
    ([.beginDisappearing, .finishDisappearing], []),
    (
      [.beginAppearing, .beginDisappearing, .finishAppearing, .finishDisappearing],
      ["appearStarted", "appearFinished", "disappearStarted", "disappearFinished"]
    ),
    (
      [.appear, .beginDisappearing, .beginAppearing, .finishDisappearing, .finishAppearing],
      [
        "appearStarted", "appearFinished", "disappearStarted", "disappearFinished", "appearStarted",
        "appearFinished",
      ]
    ),
    (
      [.appear, .appear, .disappear, .disappear],
      ["appearStarted", "appearFinished", "disappearStarted", "disappearFinished"]
    ),
  ]

  private func make() -> (Instance, FakePort) {
    let port = FakePort()
    let instance = Instance(
      number: 7, controller: Controller(page: Manifest.Page("NotePage"), module: "NotePage"),
      module: FakeModule(Manifest(module: "NotePage", version: "1.0.0", pages: [])), port: port)
    instance.initialize(arguments: [:], state: [:]) { _ in }
    return (instance, port)
  }

  private func take(_ step: Step, _ instance: Instance) {
    switch step {
    case .beginAppearing: instance.beginAppearing()
    case .finishAppearing: instance.finishAppearing()
    case .beginDisappearing: instance.beginDisappearing()
    case .finishDisappearing: instance.finishDisappearing()
    case .appear: instance.appear()
    case .disappear: instance.disappear()
    }
  }

  @Test(arguments: table)
  func `Steps become these callbacks`(_ steps: [Step], _ callbacks: [String]) {
    let (instance, port) = make()
    for step in steps { take(step, instance) }
    #expect(Array(port.entries.dropFirst()) == callbacks)
  }

  @Test func `Any four steps and a release are balanced`() {
    let steps = Step.allCases
    for number in 0..<steps.count * steps.count * steps.count * steps.count {
      let (instance, port) = make()
      var rest = number
      for _ in 0..<4 {
        take(steps[rest % steps.count], instance)
        rest /= steps.count
      }
      instance.release()
      #expect(LifeBalance.fault(in: port.entries) == nil, "\(number)")
      #expect(port.entries.suffix(2) == ["releaseData", "destroy"])
    }
  }
}

/// What must hold of the callbacks of one instance.
enum LifeBalance {
  /// What is wrong with the order of callbacks; nil when nothing is.
  static func fault(in entries: [String]) -> String? {
    let cycle = ["appearStarted", "appearFinished", "disappearStarted", "disappearFinished"]
    let steps = entries.filter { cycle.contains($0) }
    for (place, step) in steps.enumerated() where step != cycle[place % 4] {
      return "\(step) came where \(cycle[place % 4]) belongs: \(steps)"
    }
    if entries.contains("destroy"), steps.count % 4 != 0 {
      return "it ended in the middle: \(steps)"
    }
    if entries.count(where: { $0 == "releaseData" }) > 1 { return "its data was released twice" }
    if entries.count(where: { $0 == "destroy" }) > 1 { return "it was destroyed twice" }
    return nil
  }
}
