/// One request to read views and show them, however often it is made until it is served.
///
/// Every entry into a page makes it, so that making it again costs next to nothing.
@MainActor package final class RefreshRequest {
  private var isMade = false
  /// Told when it is made for the first time since it was served.
  var made: (@MainActor () -> Void)?

  package init() {}

  package func make() {
    guard !isMade else { return }
    isMade = true
    made?()
  }

  /// What is asked for from now on is a new request.
  func serve() { isMade = false }
}
