import ManifestModel

@testable import Host

/// The app's own services without the network: what pages fetch stays open until the walk answers it.
@MainActor final class WalkServices: ForwardedServices {
  /// One fetch that nobody has answered or dropped.
  private final class Fetch {
    let url: String
    let completion: @MainActor (PortAnswer) -> Void
    init(_ url: String, _ completion: @escaping @MainActor (PortAnswer) -> Void) {
      (self.url, self.completion) = (url, completion)
    }
  }

  private var fetches: [Fetch] = []
  /// Told of each line of the log, and whose it is.
  var logged: (@MainActor (_ text: String, _ source: String) -> Void)?

  /// How many fetches are open.
  var openFetches: Int { fetches.count }

  /// Answers the oldest fetch, with a feed or with a failure.
  func answerOldest(fails: Bool) {
    guard !fetches.isEmpty else { return }
    let fetch = fetches.removeFirst()
    guard !fails else { return fetch.completion(PortAnswer(.unavailable, message: "no network")) }
    let values: [String: Value] = [
      "status": .integer(200), "url": .string(fetch.url), "type": .string("application/rss+xml"),
      "headers": .map([:]), "body": .bytes(Array(Self.feed.utf8)),
    ]
    fetch.completion(PortAnswer(.ok, payload: .value(.map(values))))
  }

  private static let feed =
    "<rss version=\"2.0\"><channel><title>Trees</title><item><title>A red leaf</title><guid>1</guid>"
    + "<description>maple</description></item></channel></rss>"

  override func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void {
    guard case .fetch(let request) = request else {
      return super.begin(request, for: module, progress: progress, completion: completion)
    }
    let fetch = Fetch(request.url, completion)
    fetches.append(fetch)
    return { [weak self] in self?.fetches.removeAll { $0 === fetch } }
  }

  override func beginPublicly(
    _ fetch: FetchRequest, for module: Manifest,
    accepted: @escaping @MainActor (PortAnswer) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    services.loop.later { accepted(PortAnswer(.unavailable, message: "no network")) }
  }

  override func log(_ text: String, level: UInt32, source: String) {
    logged?(text, source)
    super.log(text, level: level, source: source)
  }
}
