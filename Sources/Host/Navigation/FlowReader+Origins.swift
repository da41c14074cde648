internal import ManifestModel

// What `app.json` says of requests.
extension FlowReader {
  /// Origins by module: `{"DiscoverPage": ["http://127.0.0.1:8080"]}`.
  func origins(_ object: JSONObject) throws(ManifestError) -> [String: [OriginPattern]] {
    var origins: [String: [OriginPattern]] = [:]
    for member in try object["origins"]?.object().members ?? [] {
      guard member.key.isPageName else {
        throw member.node.error(
          "expected a module's name such as HomePage, not \(member.key.quoted)")
      }
      origins[member.key] = try member.node.origins()
    }
    return origins
  }
}
