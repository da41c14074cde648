// Notes of whose code runs.
extension MainController {
  /// Has every entry into a page noted in the breadcrumb.
  func noteEntries() {
    guard let breadcrumb else {
      stack.willEnter = nil
      stack.didLeave = nil
      return
    }
    stack.willEnter = { module in
      breadcrumb.enter(module.name, content: module.content, as: ObjectIdentifier(module))
    }
    stack.didLeave = { breadcrumb.leave() }
  }

  /// Runs code of a module outside of its pages, with a note of it if notes are made.
  func noting<Result, Failure: Error>(
    _ module: String, content: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let breadcrumb else { return try body() }
    return try breadcrumb.during(module, content: content, body)
  }
}
