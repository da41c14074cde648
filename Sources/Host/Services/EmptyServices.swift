package import ManifestModel

/// Services that hold nothing: for trying a page out alone.
@MainActor package final class EmptyServices: PageServices {
  private let later: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// - Parameter later: Runs a job in a coming turn of the loop.
  package init(later: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void) {
    self.later = later
  }

  package func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void {
    let pending = PendingAnswer(completion)
    later { pending.completion?(EmptyServices.answer(to: request)) }
    return { pending.completion = nil }
  }

  package func beginPublicly(
    _ fetch: FetchRequest, for module: Manifest,
    accepted: @escaping @MainActor (PortAnswer) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    later { accepted(EmptyServices.answer(to: .fetch(fetch))) }
  }

  package func endPublicRequests() {}

  private static func answer(to request: ServiceCall) -> PortAnswer {
    switch request {
    case .database:
      PortAnswer(
        .ok,
        payload: .value(.map(["rows": .list([]), "changes": .integer(0), "rowid": .integer(0)])))
    case .preference, .setPreference: .done
    case .currentAccount, .census: PortAnswer(.ok, payload: .value(.map([:])))
    case .present:
      PortAnswer(.unavailable, message: "nothing is presented while a page is tried out alone")
    case .json(let document): PortAnswer(JSONDocument.read(document)) { .value($0) }
    case .signIn, .createAccount:
      PortAnswer(.unavailable, message: "nobody can sign in while a page is tried out alone")
    case .fetch, .cancelFetch:
      PortAnswer(.unavailable, message: "nothing is fetched while a page is tried out alone")
    case .parseXML:
      PortAnswer(.unavailable, message: "no XML is read while a page is tried out alone")
    }
  }

  package func dropCaches() {}
  package func modulesChanged(_ manifests: [Manifest]) {}
  package func moduleClosed(_ module: String) {}
  package var account: String? { nil }
  package var isFirstLaunch: Bool { false }
  package func noteLaunched() {}
  package func signOut() {}
  package func log(_ text: String, level: UInt32, source: String) {}
}

/// An answer that is still wanted.
@MainActor private final class PendingAnswer {
  var completion: (@MainActor (PortAnswer) -> Void)?
  init(_ completion: @escaping @MainActor (PortAnswer) -> Void) { self.completion = completion }
}
