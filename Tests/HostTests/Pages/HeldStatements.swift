import ManifestModel

@testable import Host

/// The app's own services; statements that begin with some words wait until they are let go or fail.
@MainActor final class HeldStatements: ForwardedServices {
  /// The words; what begins with them from now on waits.
  var held: String?
  private var waiting: [@MainActor (_ fails: Bool) -> Void] = []

  /// How many wait.
  var count: Int { waiting.count }

  /// Lets those that wait go, or has them fail, and holds no more.
  func release(fails: Bool = false) {
    held = nil
    for end in waiting { end(fails) }
    waiting.removeAll()
  }

  override func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void {
    guard let held, case .database(let sql, _) = request, sql.hasPrefix(held) else {
      return super.begin(request, for: module, progress: progress, completion: completion)
    }
    waiting.append { [services] fails in
      if fails { return completion(PortAnswer(.failed, message: "the disk is full")) }
      _ = services.begin(request, for: module, progress: progress, completion: completion)
    }
    return {}
  }
}
