package import ManifestModel

/// Fetches over HTTP for pages: within their origins, bounded in time, size and number.
@MainActor package final class Requests {
  /// How many requests of one module are under way at once.
  static let atOnce = 6
  /// How many more may wait.
  static let waitingLimit = 64

  private let loop: Loop
  private let authorities: TrustedAuthorities
  private lazy var transfers = CurlTransfers(loop, trusting: authorities)
  /// What waits until libcurl is open; nil once it is.
  private var untilOpen: [@MainActor (ServiceError?) -> Void]? = []
  private var isOpening = false
  private var lanes: [String: Lane] = [:]
  private var pending: [ObjectIdentifier: PendingFetch] = [:]
  private var isClosed = false

  /// The requests of one module.
  private struct Lane {
    var running = 0
    var waiting: [PendingFetch] = []
  }

  /// - Parameter authorities: Whose certificates are believed.
  package init(loop: Loop, trusting authorities: TrustedAuthorities = TrustedAuthorities()) {
    self.loop = loop
    self.authorities = authorities
  }

  /// How many are under way or wait.
  package var count: Int { pending.count }

  /// Fetches something for a module; `completion` comes once, never during this call.
  ///
  /// - Parameters:
  ///   - origins: Where it may go.
  ///   - accepted: Told when it has passed every check and is on its way.
  ///   - progress: Told how many bytes have come, and how many there will be, -1 when that is not known.
  package func fetch(
    _ fetch: FetchRequest, module: String, origins: [OriginPattern],
    accepted: (@MainActor () -> Void)? = nil,
    progress: (@MainActor (Int64, Int64) -> Void)? = nil,
    completion: @escaping @MainActor (Result<Value, ServiceError>) -> Void
  ) -> ServiceRequest {
    let one = PendingFetch(
      fetch, access: RequestAccess(module: module, origins: origins), hold: loop.hold(),
      accepted: accepted, progress: fetch.wantsProgress ? progress : nil, completion: completion)
    pending[ObjectIdentifier(one)] = one
    let limit = UInt64(fetch.timeoutMilliseconds) * 1_000_000
    one.timer = loop.timer(after: limit) { [weak self, weak one] in
      guard let self, let one else { return }
      end(
        one,
        .failure(
          ServiceError(
            .timedOut,
            "\(fetch.url) did not answer in \(one.fetch.timeoutMilliseconds) milliseconds")))
    }
    open { [weak self, weak one] error in
      guard let self, let one, pending[ObjectIdentifier(one)] != nil else { return }
      if let error { return end(one, .failure(error)) }
      enqueue(one)
    }
    return ServiceRequest { [weak self, weak one] in
      guard let self, let one else { return }
      end(one, nil)
    }
  }

  /// Drops all that is under way.
  package func cancelAll() {
    for one in pending.values { end(one, nil) }
  }

  /// Drops everything and closes the connections.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    cancelAll()
    transfers.close()
  }

  // MARK: Steps

  /// Calls `body` in a coming turn, when libcurl is open or cannot be opened.
  private func open(_ body: @escaping @MainActor (ServiceError?) -> Void) {
    guard !isClosed else {
      return loop.later { body(ServiceError(.unavailable, "the app is closing")) }
    }
    guard untilOpen != nil else { return loop.later { body(nil) } }
    untilOpen?.append(body)
    guard !isOpening else { return }
    isOpening = true
    loop.work(CurlLibrary.open) { [weak self] result in
      guard let self else { return }
      isOpening = false
      let bodies = untilOpen ?? []
      switch result {
      case .success:
        untilOpen = nil
        for body in bodies { body(nil) }
      case .failure(let error):
        untilOpen = []
        for body in bodies { body(error) }
      }
    }
  }

  private func enqueue(_ one: PendingFetch) {
    do throws(ServiceError) {
      try one.fetch.check()
      let url = try RequestURL(one.fetch.url)
      try one.access.check(url.origin)
      one.url = url
    } catch {
      return end(one, .failure(error))
    }
    let module = one.access.module
    guard lanes[module, default: Lane()].waiting.count < Requests.waitingLimit else {
      return end(
        one,
        .failure(
          ServiceError(
            .unavailable,
            "\(Requests.waitingLimit) requests of \(module) already wait; ask again later")))
    }
    lanes[module, default: Lane()].waiting.append(one)
    one.accepted?()
    next(module)
  }

  /// Sends what waits, as far as the module's limit lets it.
  private func next(_ module: String) {
    while let lane = lanes[module], lane.running < Requests.atOnce, !lane.waiting.isEmpty {
      let one = lane.waiting[0]
      lanes[module]?.waiting.removeFirst()
      guard pending[ObjectIdentifier(one)] != nil, let url = one.url else { continue }
      lanes[module]?.running += 1
      let transfer = Transfer(
        one.fetch, url: url, access: one.access, on: transfers, progress: one.progress
      ) { [weak self, weak one] result in
        guard let self, let one else { return }
        end(one, result)
      }
      one.transfer = transfer
      transfer.send()
    }
  }

  /// Ends a request, with an answer unless it was cancelled.
  private func end(_ one: PendingFetch, _ result: Result<Value, ServiceError>?) {
    guard pending.removeValue(forKey: ObjectIdentifier(one)) != nil else { return }
    let module = one.access.module
    one.timer?.cancel()
    if let transfer = one.transfer {
      transfer.cancel()
      one.transfer = nil
      lanes[module]?.running -= 1
      next(module)
    } else {
      lanes[module]?.waiting.removeAll { $0 === one }
    }
    if lanes[module]?.running == 0, lanes[module]?.waiting.isEmpty == true { lanes[module] = nil }
    if let result { one.completion(result) }
    // Last, so that `settle` sees no moment with nothing pending.
    one.hold.release()
  }
}

/// A request that has no answer yet.
@MainActor private final class PendingFetch {
  let fetch: FetchRequest
  let access: RequestAccess
  let hold: LoopHold
  let accepted: (@MainActor () -> Void)?
  let progress: (@MainActor (Int64, Int64) -> Void)?
  let completion: @MainActor (Result<Value, ServiceError>) -> Void
  var url: RequestURL?
  var timer: LoopTimer?
  /// While it is under way.
  var transfer: Transfer?

  init(
    _ fetch: FetchRequest, access: RequestAccess, hold: LoopHold,
    accepted: (@MainActor () -> Void)?, progress: (@MainActor (Int64, Int64) -> Void)?,
    completion: @escaping @MainActor (Result<Value, ServiceError>) -> Void
  ) {
    self.fetch = fetch
    self.access = access
    self.hold = hold
    self.accepted = accepted
    self.progress = progress
    self.completion = completion
  }
}
