import Glibc
import ManifestModel
import PageABI
import Testing

@testable import Host

/// An app of built fixture pages in a folder of its own, put together as `AppSession` does it, but with a clock that
/// stands still, cheap passwords and the test's own output.
@MainActor final class AppFixture {
  let folder = TemporaryFolder()
  let clock = ManualClock()
  let loop: Loop
  let services: Services
  let controller: MainController
  let drive: Drive
  /// What the drive printed.
  let output: Output
  /// What every closed image left, in order.
  var reports: [(module: String, report: UnloadReport)] = []
  private var watch: ModuleWatch?

  /// The lines of the drive.
  @MainActor final class Output {
    var lines: [String] = []
  }

  /// - Parameters:
  ///   - modules: The modules, by name, that are in its folder.
  ///   - app: Entries of `app.json` besides version, id and title, such as `"start": […]`.
  ///   - watches: Whether the modules folder is watched.
  ///   - workers: Who does the services' work.
  ///   - serving: What pages get of services instead of the services themselves.
  init(
    _ modules: [String], app: String = #""start": [{ "open": "CPage" }]"#, watches: Bool = false,
    workers: Loop.Workers = .threads, serving: (Services) -> any PageServices = { $0 }
  ) throws {
    mkdir(folder.path + "/modules", 0o700)
    for module in modules { try Self.add(module, to: folder.path + "/modules") }
    let text = #"{ "app": 1, "id": "org.example.zoo", "title": "Zoo", \#(app) }"#
    let (flow, warnings) = try Flow.read(json: Array(text.utf8), file: "app.json")
    try #require(warnings.isEmpty)
    loop = try Loop(clock: clock, servesMainQueue: false, workers: workers)
    services = Services(
      loop: loop, folder: try DataFolder.open(folder.path + "/data"), hasher: .cheapest)
    let registry = Registry(
      folders: [folder.path + "/modules"], cacheFile: folder.path + "/data/modules.cache"
    ) { try Manifest(json: $0, file: $1) }
    controller = MainController(
      flow: flow, registry: registry, store: try ModuleStore(folder: folder.path + "/data/store"),
      services: serving(services), loop: loop, screen: Screen(width: 60, height: 20))
    let output = Output()
    self.output = output
    drive = Drive(controller) { output.lines.append($0) }
    drive.limit = 60_000_000_000
    if watches { watch = try ModuleWatch(controller) }
    controller.unloaded = { [weak self] in self?.reports.append(($0, $1)) }
    controller.refreshModules()
  }

  /// The path of a module's file in the app.
  func path(of module: String) -> String { "\(folder.path)/modules/lib\(module).so" }

  /// Puts a built module into a modules folder, as a file that only its user can write.
  nonisolated static func add(_ module: String, to folder: String, as name: String? = nil) throws {
    try copy(FixtureImage.path(module), to: "\(folder)/lib\(name ?? module).so")
  }

  /// Copies a file under another name first, and then renames it, as installers do.
  nonisolated static func copy(_ from: String, to path: String) throws {
    let bytes = try bytes(of: from)
    try write(bytes, to: path + ".new")
    try #require(rename(path + ".new", path) == 0)
  }

  nonisolated static func bytes(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0, "\(path) is not there; it is built with the tests")
    defer { Glibc.close(file) }
    var facts = stat()
    fstat(file, &facts)
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { bytes in
        read(file, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
      }
      try #require(count > 0)
      filled += count
    }
    return bytes
  }

  nonisolated static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    defer { Glibc.close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(file, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      try #require(count > 0)
      written += count
    }
  }

  func close() {
    watch?.close()
    controller.stop()
    _ = loop.settle()
    services.close()
    loop.close()
  }

  // MARK: Using it

  /// Opens the first page, completely.
  func start() throws {
    controller.start()
    try drive.settle()
  }

  /// Carries out lines of a drive script.
  func run(_ lines: String...) throws {
    try drive.settle()
    for line in lines { try drive.run(line) }
  }

  /// Lets the clock go on and what is due then come to its end.
  func advance(seconds: UInt64) throws {
    clock.advance(by: seconds * 1_000_000_000)
    try drive.settle()
  }

  /// Calls an action as something outside of the pages, and gives its answer; nil when there is none yet.
  func call(_ action: String, _ arguments: Value...) throws -> PortAnswer? {
    let box = AnswerBox()
    controller.dispatcher.call(action, arguments) { box.answer = $0 }
    try drive.settle()
    return box.answer
  }

  /// Warns of a lack of memory and gives the report.
  func warn(_ level: MemoryWarning = .low) throws -> WarningReport {
    var result: WarningReport?
    controller.warn(level) { result = $0 }
    try drive.settle()
    return try #require(result, "the warning has no report")
  }

  /// The state of a page.
  func state(_ page: String) throws -> MainController.PageState {
    controller.state(of: try #require(controller.controllers[page], "there is no \(page)"))
  }

  /// The names of the instances of a page.
  func instances(_ page: String) -> [String] {
    controller.controllers[page]?.instances.map(\.name) ?? []
  }

  /// The pages of the stack, from its root.
  var stack: [String] { controller.navigation.stack.map(\.page) }

  /// What can be read on the screen.
  var text: String { controller.screen.visibleText }

  /// The steps in the life of a page that logs them, such as TouchPage, by the name that it was opened with.
  func steps(_ name: String) throws -> [String] {
    // A line ends with `TouchPage#1 first appearStarted`.
    try log.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: name[...]) else { return nil }
      return words[(place + 1)...].joined(separator: " ")
    }
  }

  /// What was written to the log.
  var log: String {
    get throws { String(decoding: try Self.bytes(of: folder.path + "/data/log"), as: UTF8.self) }
  }
}

/// Uses an app of fixture pages and closes it, whatever happens.
@MainActor func withApp(
  _ modules: String..., app: String = #""start": [{ "open": "CPage" }]"#, watches: Bool = false,
  _ body: (AppFixture) throws -> Void
) throws {
  let fixture = try AppFixture(modules, app: app, watches: watches)
  defer { fixture.close() }
  try body(fixture)
}

extension AppFixture {
  /// Signs a new account in.
  func signUp() throws {
    services.session.createAccount(account: "ada", password: "secret", remember: false) { _ in }
    try drive.settle()
    try #require(services.account == "ada")
  }
}

extension AppFixture {
  /// Turns its loop and a server's until something is so.
  func turn(with server: LoopbackServer, until isSo: () -> Bool) throws {
    let time = SystemClock()
    let end = time.now + 10_000_000_000
    while !isSo() {
      try #require(time.now < end, "it does not become so: \(text)")
      server.turn()
      loop.turn(wait: false)
    }
  }
}
