internal import Glibc
internal import ManifestModel

/// One app that is in use in this process: everything that a subcommand needs, put together.
@MainActor package final class AppSession {
  package let app: App
  package let loop: Loop
  package let controller: MainController

  /// Puts an app together for trying its pages out: with services that hold nothing.
  package init(trying location: AppLocation, folder: String, width: Int = 80, height: Int = 24) throws {
    app = try App(location)
    loop = try Loop(servesMainQueue: true)
    let registry = Registry(folders: location.moduleFolders, cacheFile: "\(folder)/modules.cache") {
      try Manifest(json: $0, file: $1)
    }
    controller = MainController(
      flow: app.flow, registry: registry, store: try ModuleStore(folder: "\(folder)/store"),
      services: EmptyServices(later: loop.later), loop: loop,
      screen: Screen(width: width, height: height))
    controller.refreshModules()
  }

  /// Releases every page and ends the loop.
  package func close() {
    controller.stop()
    _ = loop.settle(limit: Drive.limit)
    loop.close()
  }
}
