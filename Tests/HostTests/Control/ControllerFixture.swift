import ManifestModel

@testable import Host

/// A main controller without modules, whose pages are ports of a test.
@MainActor final class ControllerFixture {
  let folder = TemporaryFolder()
  let loop: Loop
  let controller: MainController
  let module = FakeModule(Manifest(module: "Fake", version: "1.0.0", pages: []))
  private var number: UInt64 = 1_000

  init(_ app: String = #""start": [{"open": "NowherePage"}]"#) throws {
    loop = try Loop(clock: ManualClock(), servesMainQueue: false)
    let text = #"{"app": 1, "id": "org.example.fake", \#(app)}"#
    let (flow, _) = try Flow.read(json: Array(text.utf8), file: "app.json")
    controller = MainController(
      flow: flow,
      registry: Registry(folders: [], cacheFile: nil) { try Manifest(json: $0, file: $1) },
      store: try ModuleStore(folder: folder.path + "/store"),
      services: EmptyServices(later: loop.later), loop: loop, screen: Screen(width: 40, height: 10))
  }

  isolated deinit {
    controller.stop()
    _ = loop.settle()
    loop.close()
  }

  /// An entry whose instance, initialized, is reached by a port of the test.
  func entry(_ page: String, _ arguments: [String: Value] = [:]) -> (StackEntry, FakePort) {
    let port = FakePort()
    let controller = Controller(page: Manifest.Page(page), module: "Fake")
    let entry = StackEntry(controller, arguments: arguments)
    number += 1
    let instance = Instance(number: number, controller: controller, module: module, port: port)
    instance.initialize(arguments: [:], state: [:]) { _ in }
    entry.instance = instance
    return (entry, port)
  }

  func settle() { _ = loop.settle() }
}
