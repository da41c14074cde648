/// Something asked of a service whose answer is still to come.
@MainActor package final class ServiceRequest {
  private var drop: (() -> Void)?

  init(drop: @escaping () -> Void) { self.drop = drop }

  /// Drops the completion; it is not called any more.
  ///
  /// What the service has accepted is still done: a statement handed over just before its page
  /// leaves is not lost.
  package func cancel() {
    drop?()
    drop = nil
  }
}

/// A completion that is called once at most, and not after its request was cancelled.
@MainActor final class ServiceCompletion<Success: Sendable> {
  private var body: (@MainActor (Result<Success, ServiceError>) -> Void)?

  init(_ body: @escaping @MainActor (Result<Success, ServiceError>) -> Void) { self.body = body }

  /// Whether nobody waits for it any more.
  var isDropped: Bool { body == nil }

  /// The request of whoever waits for it.
  var request: ServiceRequest { ServiceRequest { self.body = nil } }

  func callAsFunction(_ result: Result<Success, ServiceError>) {
    let body = body
    self.body = nil
    body?(result)
  }
}
