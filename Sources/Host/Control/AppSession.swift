internal import Glibc
internal import ManifestModel

/// One app that is in use in this process: everything that a subcommand needs, put together.
@MainActor package final class AppSession {
  /// What pages get of services.
  package enum Mode: Sendable {
    /// The app's own, on its data folder.
    case live
    /// None that hold anything: a page is tried out alone, in a temporary folder.
    case trial
  }

  package let loop: Loop
  package let controller: MainController
  package let folder: DataFolder
  private let services: Services?
  private let capture: OutputCapture?
  private var watch: ModuleWatch?
  /// What tells of memory pressure; nil while pages are tried out.
  package private(set) var pressure: PressureMonitor?
  private var warnings: WarningSocket?

  /// Puts an app together: locks its data folder, lists its modules, signs in whoever is remembered.
  ///
  /// What pages print from now on goes to the log; a console made before keeps the real output.
  /// - Throws: In words, what stands in the way: `app.json`, the data folder, the store.
  package convenience init(
    _ location: AppLocation, mode: Mode, width: Int = 80, height: Int = 24,
    clock: any HostClock = SystemClock()
  ) throws {
    let app = try App(location)
    let path = mode == .live ? try location.dataFolder(appID: app.flow.id) : nil
    try self.init(
      app.flow, modules: location.moduleFolders, ownFiles: location.ownFiles, data: path,
      mode: mode,
      width: width, height: height, clock: clock)
    for problem in app.problems(with: controller.listing) {
      controller.services.log("\(problem.path) \(problem.reason)", level: 2, source: "host")
    }
  }

  /// Puts the modules of a folder together for trying them out, without an app.
  package convenience init(modules folder: String) throws {
    try self.init(
      .empty, modules: [folder], data: nil, mode: .trial, width: 80, height: 24,
      clock: SystemClock())
  }

  private init(
    _ flow: Flow, modules: [String], ownFiles: Set<String>? = nil, data path: String?, mode: Mode,
    width: Int, height: Int, clock: any HostClock
  ) throws {
    let folder = try path.map { try DataFolder.open($0) } ?? DataFolder.temporary()
    self.folder = folder
    loop = try Loop(clock: clock, servesMainQueue: true)
    let store: ModuleStore
    do {
      store = try ModuleStore(folder: "\(folder.path)/store")
    } catch {
      loop.close()
      folder.close()
      throw error
    }
    let live =
      mode == .live
      ? Services(loop: loop, folder: folder, language: .ofProcess, trusting: .ofProcess) : nil
    do {
      try live?.verify()
    } catch {
      live?.close()
      loop.close()
      throw error
    }
    services = live
    let log = live?.log ?? Log(path: "\(folder.path)/log", clock: clock)
    capture = OutputCapture.take(log)
    controller = MainController(
      flow: flow,
      registry: AppSession.registry(of: modules, ownFiles: ownFiles, cacheIn: folder.path),
      store: store, services: live ?? EmptyServices(later: loop.later), loop: loop,
      screen: Screen(width: width, height: height))
    controller.language = .ofProcess
    if live != nil {
      do {
        watch = try ModuleWatch(controller)
      } catch {
        log.write(.warning, "host", "new modules are not noticed: \(error)")
      }
    }
    if live != nil {
      do {
        warnings = try WarningSocket(folder.path, loop: loop) { [controller] level, answer in
          controller.warn(level, completion: answer)
        }
      } catch {
        log.write(.warning, "host", "'pagehost warn' does not reach this app: \(error)")
      }
      pressure = PressureMonitor(loop: loop) {
        log.write(.info, "host", $0)
      } warn: { [controller] in
        controller.warn($0)
      }
      controller.breadcrumb = Breadcrumb("\(folder.path)/breadcrumb")
      controller.quarantine = Quarantine(
        "\(folder.path)/quarantine.json", adding: controller.breadcrumb?.culprit)
      controller.archive = ScreenArchive("\(folder.path)/screen.json")
    }
    // Every call, reply and outcome between pages, for whoever looks for what went wrong between them.
    if getenv("PAGEHOST_TRACE").map({ $0.pointee != 0 }) ?? false {
      controller.dispatcher.trace = { log.write(.debug, "trace", "\($0)") }
    }
    controller.refreshModules()
    services?.session.restore()
    for problem in controller.listing.problems {
      log.write(.warning, "host", "\(problem.path) \(problem.reason)")
    }
  }

  /// The registry of module folders, with its cache in a folder.
  private static func registry(
    of folders: [String], ownFiles: Set<String>?, cacheIn folder: String?
  ) -> Registry {
    Registry(folders: folders, ownFiles: ownFiles, cacheFile: folder.map { "\($0)/modules.cache" })
    {
      try Manifest(json: $0, file: $1)
    }
  }

  /// Lists an app's modules without using it: nothing is locked and no code runs.
  ///
  /// What was read of them is remembered in the app's data folder, if that is there.
  package static func list(_ location: AppLocation) throws -> Listing {
    let app = try App(location)
    var folder = try location.dataFolder(appID: app.flow.id)
    if let path = folder, access(path, W_OK) != 0 { folder = nil }
    let registry = registry(
      of: location.moduleFolders, ownFiles: location.ownFiles, cacheIn: folder)
    var listing = registry.list()
    listing.problems += app.problems(with: listing)
    return listing
  }

  /// Runs a whole command in a session and closes it, whatever happens.
  package static func use<Result>(
    _ location: AppLocation, mode: Mode, width: Int = 80, height: Int = 24,
    _ body: (AppSession) throws -> Result
  ) throws -> Result {
    let session = try AppSession(location, mode: mode, width: width, height: height)
    defer { session.close() }
    return try body(session)
  }

  /// Releases every page, closes every module and service, and gives the output back.
  package func close() {
    watch?.close()
    pressure?.close()
    warnings?.close()
    controller.stop()
    _ = loop.settle(limit: Drive.limit)
    controller.breadcrumb?.close()
    controller.breadcrumb = nil
    if let services { services.close() } else { folder.close() }
    capture?.restore()
    loop.close()
  }
}
