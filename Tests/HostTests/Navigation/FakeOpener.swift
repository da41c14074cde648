import ManifestModel

@testable import Host

/// Makes instances with ports of a test, and notes what the navigation asks for.
@MainActor final class FakeOpener: PageOpener {
  /// Pages by name: which tabs they have, and whether they may be open once.
  var pages: [String: Controller] = [:]
  var tabs: [String: [String]] = [:]
  /// Pages whose initData is answered only by `answer`.
  var isHeld: Set<String> = []
  /// Pages whose initData fails, and its words.
  var failures: [String: String] = [:]

  /// `init A`, `release A`, `evict A`, `failed A: …`, in order; an instance by its page.
  private(set) var log: [String] = []
  private(set) var changes = 0
  /// Ports of instances by page, oldest first.
  private(set) var ports: [String: [FakePort]] = [:]

  private let module = FakeModule(Manifest(module: "All", version: "1.0.0", pages: []))
  private var number: UInt64 = 0

  init(_ names: String...) {
    for name in names { add(name) }
  }

  func add(_ name: String, _ instances: Manifest.Instances = .one) {
    pages[name] = Controller(page: Manifest.Page(name, instances: instances), module: "All")
  }

  /// How many instances live.
  var alive: Int { module.instances.count }

  /// What the last instance of a page was entered with, and the one before.
  func entries(_ page: String, _ index: Int = 0) -> [String] { ports[page]?[index].entries ?? [] }

  func answer(_ page: String, _ answer: PortAnswer = .done) {
    for port in ports[page] ?? [] where port.answer("initData", answer) { return }
  }

  func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry {
    guard let page = pages[target.page] else {
      throw InstanceError(page: target.page, message: "no such page")
    }
    let entry = StackEntry(page, arguments: target.arguments)
    if let names = tabs[target.page] {
      entry.tabs = TabSet(names.compactMap { pages[$0] }.map { [StackEntry($0)] })
    }
    return entry
  }

  func initialize(_ entry: StackEntry, completion: @escaping @MainActor (PortAnswer) -> Void) {
    let instance = entry.instance ?? make(entry)
    entry.instance = instance
    instance.initialize(arguments: entry.arguments, state: entry.savedState) { [self] answer in
      if answer.status != .ok, entry.instance === instance { release(entry) }
      completion(answer)
    }
  }

  private func make(_ entry: StackEntry) -> Instance {
    let port = FakePort()
    if isHeld.contains(entry.page) { port.isHeld = ["initData"] }
    if let failure = failures[entry.page] {
      port.answers["initData"] = PortAnswer(.failed, message: failure)
    }
    ports[entry.page, default: []].append(port)
    log.append("init \(entry.page)")
    number += 1
    return Instance(number: number, controller: entry.controller, module: module, port: port)
  }

  func release(_ entry: StackEntry) {
    guard let instance = entry.instance else { return }
    log.append("release \(entry.page)")
    entry.instance = nil
    instance.release()
  }

  /// What a memory warning does with an entry.
  func evict(_ entry: StackEntry) {
    guard entry.instance != nil else { return }
    log.append("evict \(entry.page)")
    entry.savedState = ["saved": .boolean(true)]
    let instance = entry.instance
    entry.instance = nil
    instance?.release()
  }

  func navigationChanged() { changes += 1 }

  func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer) {
    log.append("failed \(target.page): \(answer.message)")
  }

  /// Whether every instance ever made was shown and hidden in balance, and destroyed once.
  var isBalanced: Bool {
    ports.values.joined().allSatisfy { port in
      let entries = port.entries
      func count(_ name: String) -> Int { entries.count { $0 == name } }
      return count("appearStarted") == count("disappearStarted")
        && count("appearFinished") == count("disappearFinished")
        && count("appearStarted") == count("appearFinished") && count("destroy") == 1
    }
  }
}
