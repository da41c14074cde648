import ManifestModel

@testable import Host

/// Pages for a navigation: makes instances with ports of a test, and notes what is asked for.
@MainActor final class FakePages: PageOpener {
  private(set) lazy var navigation = Navigation(pages: self)
  /// Which pages have which tabs.
  var tabs: [String: [String]] = [:]
  /// Pages whose `initData` is answered only by `answer`.
  var held: Set<String> = []
  /// Pages whose `initData` fails, and its words.
  var failures: [String: String] = [:]
  /// Pages whose next `initData` fails.
  var failing: Set<String> = []
  /// Whether passages last until they are ended.
  var animates = false

  /// `init A`, `release A`, `evict A`, `failed A: …`, in order; an instance by its page.
  private(set) var log: [String] = []
  private(set) var passages: [ScreenTransition] = []
  /// How many passages have ended.
  private(set) var endings = 0
  /// The port of every instance ever made, in order.
  private(set) var ports: [(name: String, port: FakePort)] = []

  private var controllers: [String: Controller] = [:]
  private let module = FakeModule(Manifest(module: "All", version: "1.0.0", pages: []))

  init(_ names: String...) {
    for name in names { add(name) }
  }

  func add(_ name: String, _ instances: Manifest.Instances = .one, transition: String? = nil) {
    controllers[name] = Controller(
      page: Manifest.Page(name, instances: instances, transition: transition), module: "All")
  }

  // MARK: What came of it

  /// How many instances live.
  var alive: Int { module.instances.count }

  /// The ports of a page's instances, oldest first.
  private func ports(of page: String) -> [FakePort] {
    ports.filter { $0.name.hasPrefix("\(page)#") }.map(\.port)
  }

  /// The port of a page's newest instance.
  func port(_ page: String) -> FakePort? { ports(of: page).last }

  /// What an instance of a page was entered with; they are counted from the oldest.
  func entries(_ page: String, _ index: Int = 0) -> [String] {
    let ports = ports(of: page)
    return ports.indices.contains(index) ? ports[index].entries : []
  }

  /// What is wrong with any instance's callbacks; nil when nothing is.
  var fault: String? {
    for (name, port) in ports {
      if let fault = LifeBalance.fault(in: port.entries) { return "\(name): \(fault)" }
    }
    return nil
  }

  /// Whether every instance ever made was shown and hidden in balance, and destroyed.
  var isBalanced: Bool { fault == nil && ports.allSatisfy { $0.port.entries.contains("destroy") } }

  /// Instances that live and are in no stack.
  var strays: [String] {
    let kept = navigation.all.compactMap { $0.instance?.name }
    return ports.filter { $0.port.isValid && !kept.contains($0.name) }.map(\.name)
  }

  // MARK: What a test does

  /// Answers the oldest `initData` of a page that is held.
  func answer(_ page: String, _ answer: PortAnswer = .done) {
    for port in ports(of: page) where port.answer("initData", answer) { return }
  }

  /// What a memory warning does with an entry.
  func evict(_ entry: StackEntry) {
    guard let instance = entry.instance else { return }
    log.append("evict \(entry.page)")
    entry.savedState = ["saved": .boolean(true)]
    entry.instance = nil
    instance.release()
  }

  // MARK: What a navigation asks for

  func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry {
    guard let controller = controllers[target.page] else {
      throw InstanceError(page: target.page, message: "no such page")
    }
    let entry = StackEntry(controller, arguments: target.arguments)
    if let names = tabs[target.page] {
      entry.tabs = TabSet(names.compactMap { controllers[$0] }.map { [StackEntry($0)] })
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
    if held.contains(entry.page) { port.isHeld = ["initData"] }
    let failsOnce = failing.remove(entry.page) != nil
    if let failure = failures[entry.page] ?? (failsOnce ? "it fails" : nil) {
      port.answers["initData"] = PortAnswer(.failed, message: failure)
    }
    log.append("init \(entry.page)")
    let instance = Instance(
      number: UInt64(ports.count + 1), controller: entry.controller, module: module, port: port)
    ports.append((instance.name, port))
    return instance
  }

  func release(_ entry: StackEntry) {
    guard let instance = entry.instance else { return }
    log.append("release \(entry.page)")
    entry.instance = nil
    instance.release()
  }

  func passageBegins(_ passage: Passage) -> Bool {
    passages.append(passage.transition)
    return animates && passage.transition.effect != .none
  }

  func passageEnded(_ passage: Passage) { endings += 1 }
  func navigationChanged() {}

  func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer) {
    log.append("failed \(target.page): \(answer.message)")
  }

  func requestDropped(from asker: StackEntry) { log.append("dropped of \(asker.page)") }
}
