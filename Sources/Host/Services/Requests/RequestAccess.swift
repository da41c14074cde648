internal import ManifestModel

/// Where the requests of one module may go, and in which words others are refused.
struct RequestAccess: Sendable, Hashable {
  let module: String
  let origins: [OriginPattern]

  /// Refuses an origin that is not among those granted.
  func check(_ origin: Origin, redirectedFrom source: Origin? = nil) throws(ServiceError) {
    guard !origins.contains(where: { $0.covers(origin) }) else { return }
    let how =
      source.map { "\($0) redirects to \(origin), from which" }
      ?? "\(origin) is an origin from which"
    throw ServiceError(.denied, "\(how) \(module) may not fetch; \(advice(origin))")
  }

  /// Why an address that a host turned out to have is not used; nil when it is.
  func refusal(of address: String, for origin: Origin) -> ServiceError? {
    guard PrivateAddress.contains(address),
      !origins.contains(where: { $0.reachesPrivate && $0.covers(origin) })
    else { return nil }
    return ServiceError(
      .denied,
      "\(origin) has the address \(address), of this machine or a private network, which neither * "
        + "nor https://* reaches; \(advice(origin))")
  }

  private func advice(_ origin: Origin) -> String {
    "add \"\(origin)\" to permissions.requests in page.json of \(module), or to "
      + "origins.\(module) in app.json"
  }
}
