/// Work of one kind, done by workers one after another in the order in which it was asked for.
@MainActor final class ServiceLane {
  private let loop: Loop
  private let limit: Int
  private var waiting: [@MainActor () -> Void] = []
  private var isBusy = false

  /// - Parameter limit: How much may wait; more is refused.
  init(loop: Loop, limit: Int = 1_024) {
    self.loop = loop
    self.limit = limit
  }

  /// Whether nothing is being done.
  var isIdle: Bool { !isBusy }

  /// Runs `body` on a worker when all that was asked for before it has ended, then `completion` on
  /// the loop's thread.
  func run<Success: Sendable>(
    _ body: @escaping @Sendable () -> Result<Success, ServiceError>,
    completion: @escaping @MainActor (Result<Success, ServiceError>) -> Void
  ) {
    guard waiting.count < limit else {
      loop.later {
        completion(
          .failure(
            ServiceError(.unavailable, "\(self.limit) requests already wait; ask again later")))
      }
      return
    }
    waiting.append { [self] in
      loop.work(body) { result in
        // The next one begins first, so that the loop sees no moment with nothing pending.
        self.isBusy = false
        self.next()
        completion(result)
      }
    }
    next()
  }

  /// Runs `body` behind everything else, whatever the limit says.
  func finish(_ body: @escaping @Sendable () -> Void) {
    waiting.append { [self] in
      loop.work(body) { _ in
        self.isBusy = false
        self.next()
      }
    }
    next()
  }

  private func next() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    waiting.removeFirst()()
  }
}
