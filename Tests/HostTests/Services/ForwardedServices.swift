import ManifestModel

@testable import Host

/// The app's own services, for a test that has one of them do something else.
@MainActor class ForwardedServices: PageServices {
  let services: Services

  init(_ services: Services) { self.services = services }

  func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void {
    services.begin(request, for: module, progress: progress, completion: completion)
  }

  func beginPublicly(
    _ fetch: FetchRequest, for module: Manifest,
    accepted: @escaping @MainActor (PortAnswer) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    services.beginPublicly(fetch, for: module, accepted: accepted, completion: completion)
  }

  func log(_ text: String, level: UInt32, source: String) {
    services.log(text, level: level, source: source)
  }

  func endPublicRequests() { services.endPublicRequests() }
  func dropCaches() { services.dropCaches() }
  func modulesChanged(_ manifests: [Manifest]) { services.modulesChanged(manifests) }
  func moduleClosed(_ module: String) { services.moduleClosed(module) }
  var account: String? { services.account }
  var isFirstLaunch: Bool { services.isFirstLaunch }
  func noteLaunched() { services.noteLaunched() }
  func signOut() { services.signOut() }
}
