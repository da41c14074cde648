private import Glibc
internal import ManifestModel
internal import PageABI

/// Tries one module out in this process, which may not survive it; tells each case before and after.
@MainActor package final class CheckWorker {
  private let session: AppSession
  private let path: String
  private let tell: @MainActor (CheckLine) -> Void

  /// - Parameter tell: Takes what is written to the process that waits.
  private init(_ session: AppSession, path: String, tell: @escaping @MainActor (CheckLine) -> Void)
  {
    self.session = session
    self.path = path
    self.tell = tell
  }

  /// Tries the module at a path out, with the other modules of its folder listed beside it.
  package static func run(_ path: String, tell: @escaping @MainActor (CheckLine) -> Void) throws {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let session = try AppSession(modules: folder.isEmpty ? "." : folder.joined(separator: "/"))
    defer { session.close() }
    CheckWorker(session, path: path, tell: tell).run()
  }

  /// Tries every case; after the first that fails, those that build on it are skipped.
  private func run() {
    var failed = false
    for item in CheckCase.allCases {
      tell(CheckLine(begins: item.rawValue))
      if failed {
        tell(CheckLine(item, .skipped, "what it builds on did not pass"))
        continue
      }
      let (outcome, detail) = attempt(item)
      tell(CheckLine(item, outcome, detail))
      failed = outcome == .failed && item != .exports && item != .references
    }
  }

  private typealias Result = (CheckReport.Outcome, String)

  private func attempt(_ item: CheckCase) -> Result {
    switch item {
    case .listed: listed()
    case .exports: exports()
    case .references: references()
    case .agreement: agreement()
    case .lifecycle: pages(lifecycle)
    case .disorder: pages(disorder)
    case .unloading: pages(unloading)
    }
  }

  private var module: Listing.Module? {
    session.controller.listing.modules.first { $0.path == path }
  }

  private var controllers: [Controller] {
    module?.facts.pages.compactMap { session.controller.controllers[$0] } ?? []
  }

  // MARK: What its file tells

  private func listed() -> Result {
    if let problem = session.controller.listing.problems.first(where: { $0.path == path }) {
      return (.failed, "\(path) \(problem.reason)")
    }
    guard let module else {
      let isThere = access(path, F_OK) == 0
      return (
        .failed,
        "\(path) \(isThere ? "is not named lib….so; rename it" : "does not exist; name a module's file")"
      )
    }
    if module.facts.unloads, let flag = module.facts.missingFlags.first {
      return (.warning, "it is linked without \(flag)")
    }
    return (.passed, "")
  }

  private func exports() -> Result {
    guard let facts = module?.facts, facts.exportsTooMuch else { return (.passed, "") }
    let others = facts.otherExports.joined(separator: ", ")
    return (.failed, "it also exports \(others); link it with the version script")
  }

  private func references() -> Result {
    let modules = session.controller.listing.modules.map { file in
      String(file.path.split(separator: "/").last ?? "")
    }
    let needed = module?.facts.needed.filter { modules.contains($0) } ?? []
    guard needed.isEmpty else {
      return (
        .failed,
        "it needs \(needed.joined(separator: ", ")), a module; pages never reference one another"
      )
    }
    return (.passed, "")
  }

  // MARK: What its code does

  private func agreement() -> Result {
    guard let page = controllers.first else {
      return (.failed, "it has no page that is not shadowed")
    }
    do throws(ModuleError) {
      let opened = try session.controller.module(of: page)
      session.controller.closeLater(opened)
      settle()
      return (.passed, "")
    } catch {
      return (.failed, error.description)
    }
  }

  private func pages(_ attempt: (Controller) -> Result) -> Result {
    for page in controllers {
      let (outcome, detail) = attempt(page)
      if outcome != .passed { return (outcome, "\(page.name): \(detail)") }
    }
    return (.passed, "")
  }

  private func settle() { _ = session.loop.settle(limit: Drive.limit) }

  private func lifecycle(_ page: Controller) -> Result {
    let entry = StackEntry(page)
    let end = Answers()
    session.controller.initialize(entry) { end.take($0, "initData") }
    settle()
    guard let instance = entry.instance, instance.state == .initialized else {
      session.controller.release(entry)
      settle()
      return (.failed, end.failure ?? "initData did not end")
    }
    instance.appear()
    instance.invalidateView()
    instance.refreshView { end.take($0, "view") }
    instance.port.enter(.saveState) { end.take($0, "saveState") }
    settle()
    instance.disappear()
    session.controller.release(entry)
    settle()
    return end.failure.map { (.failed, $0) } ?? (.passed, "")
  }

  /// Enters in an order that no host should use; whatever the page answers, it must not crash.
  private func disorder(_ page: Controller) -> Result {
    do throws(InstanceError) {
      for entries in CheckWorker.disorders {
        let instance = try session.controller.makeInstance(of: page)
        for entry in entries { instance.port.enter(entry) { _ in } }
        settle()
        instance.port.enter(.destroy) { _ in }
        instance.discard()
        session.controller.closeLater(instance.module)
        settle()
      }
      return (.passed, "")
    } catch {
      return (.failed, error.message)
    }
  }

  private static let disorders: [[PortEntry]] = [
    [],
    [.releaseData],
    [.view, .saveState],
    [.appearFinished, .disappearStarted, .appearStarted],
    [.initData(arguments: [:], state: [:]), .initData(arguments: [:], state: [:]), .view],
    [.initData(arguments: [:], state: [:]), .releaseData, .releaseData, .view],
    [.initData(arguments: ["nonsense": .list([.map([:])])], state: ["nonsense": .real(.nan)])],
    [
      .initData(arguments: [:], state: [:]), .view, .event(.tap(id: "nobody")),
      .event(.change(id: "", text: "")), .completed(token: .max, .done),
      .completed(token: 0, PortAnswer(.failed, message: "")),
    ],
  ]

  private func unloading(_ page: Controller) -> Result {
    guard let report = try? Trial(session.controller).run(page, cycles: 20, progress: { _ in })
    else {
      return (.failed, "it could not be tried")
    }
    if let reason = report.pinned { return (.failed, "it stays mapped: \(reason)") }
    if let reason = report.failure { return (.failed, reason) }
    guard report.unmapped else { return (.failed, "its image is still mapped") }
    if report.leakedBytes > 0 {
      return (
        .warning,
        "each lifecycle leaks \(report.leakedBytes) bytes in \(report.leakedBlocks) blocks until it unloads"
      )
    }
    return (.passed, "")
  }
}

/// Collects the first failure of several answers.
@MainActor private final class Answers {
  var failure: String?

  func take(_ answer: PortAnswer, _ what: String) {
    guard answer.status != .ok, failure == nil else { return }
    failure = "\(what): \(answer.message.isEmpty ? answer.status.description : answer.message)"
  }
}

/// One line from the process that tries a module out to the one that waits for it.
package struct CheckLine: Sendable, Codable {
  package var name: String
  /// Nil: the case begins.
  package var outcome: CheckReport.Outcome?
  package var detail: String

  init(begins name: String) {
    self.name = name
    detail = ""
  }

  init(_ item: CheckCase, _ outcome: CheckReport.Outcome, _ detail: String) {
    name = item.rawValue
    self.outcome = outcome
    self.detail = detail
  }
}
