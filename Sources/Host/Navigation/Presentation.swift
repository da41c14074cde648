/// A page shown over all others until it has a result: a modal layer with a stack of its own.
@MainActor package final class Presentation {
  /// What became of a presented page.
  package enum Result: Sendable, Hashable {
    /// It announced an outcome, with its values.
    case outcome(String, [String: Value])
    /// It was dismissed without one.
    case cancelled
    /// It could not be shown.
    case failed(String, Reason = .status)
  }

  package internal(set) var stack: [StackEntry]
  let request: Request

  init(_ entry: StackEntry, _ request: Request) {
    stack = [entry]
    self.request = request
  }

  /// Who asked for a page to be presented, and waits.
  @MainActor package final class Request: Hashable {
    /// Nil: the host itself.
    private(set) weak var presenter: Instance?
    private var completion: (@MainActor (Result) -> Void)?

    package init(by presenter: Instance?, completion: @escaping @MainActor (Result) -> Void) {
      self.presenter = presenter
      self.completion = completion
    }

    /// Answers, once.
    func end(_ result: Result) {
      let completion = completion
      self.completion = nil
      completion?(result)
    }

    package nonisolated static func == (a: Request, b: Request) -> Bool { a === b }
    package nonisolated func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }
}
