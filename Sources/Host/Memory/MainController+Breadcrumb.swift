// Notes of whose code runs.
extension MainController {
  /// Has every entry into a page noted in the breadcrumb.
  func noteEntries() {
    guard let breadcrumb else {
      stack.willEnter = nil
      stack.didLeave = nil
      return
    }
    stack.willEnter = { breadcrumb.enter($0) }
    stack.didLeave = { breadcrumb.leave() }
  }

  /// Runs code of an open module outside of its pages, with a note of it if notes are made.
  func noting<Result>(_ module: Module, _ body: () -> Result) -> Result {
    breadcrumb?.during(module, body) ?? body()
  }

  /// Opens a module, with a note of it if notes are made.
  func notingOpening<Result, Failure: Error>(
    _ module: String, content: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let breadcrumb else { return try body() }
    return try breadcrumb.opening(module, content: content, body)
  }
}
