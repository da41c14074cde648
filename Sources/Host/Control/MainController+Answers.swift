internal import ManifestModel

// What a script plans for the answers of pages.
extension MainController {
  /// The plan of answers; every page follows it from the first time on that one is wanted.
  package func makeAnswerPlan() -> AnswerPlan {
    if let answerPlan { return answerPlan }
    let plan = AnswerPlan(scheduler: loop)
    answerPlan = plan
    for instance in modules.values.flatMap(\.instances) { instance.follow(plan) }
    return plan
  }

  /// Checks that a page is there and, unless it is nil, that the page has a call with an answer.
  package func check(call name: String?, of page: String) throws(InstanceError) {
    guard let controller = controllers[page] else { throw noSuchPage(page) }
    let names = AnswerPlan.calls + controller.page.actions.map(\.signature.name).sorted()
    guard let name, !names.contains(name) else { return }
    throw InstanceError(
      page: page, message: "it has no call '\(name)'; it has \(names.joined(separator: ", "))")
  }
}
