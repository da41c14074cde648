import ManifestModel
import Testing

@testable import Host

/// Requests on a loop of their own, whose clock stands still, and a server on the same loop.
@MainActor final class RequestsFixture {
  let clock = ManualClock()
  let loop: Loop
  let requests: Requests
  let server: LoopbackServer
  private var others: [LoopbackServer] = []

  init(_ answer: @escaping @MainActor (LoopbackServer.Request) -> LoopbackServer.Reply) throws {
    loop = try Loop(clock: clock, servesMainQueue: false)
    requests = Requests(loop: loop)
    server = try LoopbackServer(loop, answer)
  }

  /// Another server, of another origin.
  func serve(
    _ answer: @escaping @MainActor (LoopbackServer.Request) -> LoopbackServer.Reply
  ) throws -> LoopbackServer {
    let other = try LoopbackServer(loop, answer)
    others.append(other)
    return other
  }

  func close() {
    requests.close()
    for server in others + [server] { server.close() }
    loop.close()
  }

  /// A request of a path of the server.
  func request(_ path: String = "/") -> FetchRequest { FetchRequest(server.origin + path) }

  /// Begins a fetch; the box has its result once there is one.
  func begin(
    _ request: FetchRequest, origins: [String]? = nil,
    progress: (@MainActor (Int64, Int64) -> Void)? = nil
  ) throws -> (box: ResultBox, request: ServiceRequest) {
    let box = ResultBox()
    let origins = try (origins ?? [server.origin]).map { try OriginPattern($0) }
    let begun = requests.fetch(
      request, module: "FeedPage", origins: origins, progress: progress
    ) { box.results.append($0) }
    return (box, begun)
  }

  /// Fetches something to its end.
  func fetch(
    _ request: FetchRequest, origins: [String]? = nil
  ) throws -> Result<Value, ServiceError> {
    let (box, _) = try begin(request, origins: origins)
    try #require(loop.settle(limit: 30_000_000_000))
    #expect(box.results.count == 1)
    return try #require(box.results.first)
  }

  /// The parts of an answer that must come.
  func answer(_ request: FetchRequest, origins: [String]? = nil) throws -> [String: Value] {
    guard case .map(let map) = try fetch(request, origins: origins).get() else { return [:] }
    return map
  }

  /// The failure that must come.
  func failure(_ request: FetchRequest, origins: [String]? = nil) throws -> ServiceError {
    switch try fetch(request, origins: origins) {
    case .failure(let error): return error
    case .success(let value):
      Issue.record("\(request.url) was fetched: \(value)")
      return ServiceError(.failed, "")
    }
  }

  /// Turns the loop until something is so; at most ten seconds of real time.
  func turn(until isSo: () -> Bool) throws {
    let time = SystemClock()
    let end = time.now + 10_000_000_000
    while !isSo() {
      try #require(time.now < end, "it does not become so")
      let wake = try loop.alarm(after: 100) {}
      loop.turn(wait: true)
      wake.cancel()
    }
  }
}

/// What a fetch answered, one result at most.
@MainActor final class ResultBox {
  var results: [Result<Value, ServiceError>] = []

  var failure: ServiceError? {
    if case .failure(let error)? = results.first { error } else { nil }
  }
}

/// Uses requests and a server, and closes both.
@MainActor func withServer(
  _ answer: @escaping @MainActor (LoopbackServer.Request) -> LoopbackServer.Reply,
  _ body: (RequestsFixture) throws -> Void
) throws {
  let fixture = try RequestsFixture(answer)
  defer { fixture.close() }
  try body(fixture)
}
