import ManifestModel

@testable import Host

/// Makes instances with fake ports, and animates what a test wants animated.
@MainActor final class MovingPages: PageOpener {
  private(set) lazy var navigation = Navigation(pages: self)
  private var controllers: [String: Controller] = [:]
  private let module = FakeModule(Manifest(module: "Moving", version: "1.0.0", pages: []))
  /// The port of every instance ever made, in order.
  private(set) var ports: [(name: String, port: FakePort)] = []
  private(set) var passages: [ScreenTransition] = []
  private(set) var endings = 0
  private(set) var failures: [String] = []
  /// Whether passages last until they are ended.
  var animates = true
  /// Pages whose next `initData` fails, and those whose `initData` is answered by the test.
  var failing: Set<String> = []
  var held: Set<String> = []
  private var number: UInt64 = 0

  /// Declares a page.
  func declare(_ name: String, instances: Manifest.Instances = .one, transition: String? = nil) {
    controllers[name] = Controller(
      page: Manifest.Page(name, instances: instances, transition: transition), module: "Moving")
  }

  func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry {
    guard let controller = controllers[target.page] else {
      throw InstanceError(page: target.page, message: "there is no such page")
    }
    return StackEntry(controller, arguments: target.arguments)
  }

  func initialize(_ entry: StackEntry, completion: @escaping @MainActor (PortAnswer) -> Void) {
    if let instance = entry.instance {
      return instance.initialize(arguments: [:], state: [:], completion: completion)
    }
    number += 1
    let port = FakePort()
    if failing.remove(entry.page) != nil {
      port.answers["initData"] = PortAnswer(.failed, message: "it fails")
    }
    if held.contains(entry.page) { port.isHeld = ["initData"] }
    let instance = Instance(
      number: number, controller: entry.controller, module: module, port: port)
    ports.append((instance.name, port))
    entry.instance = instance
    instance.initialize(arguments: [:], state: [:]) { [weak self] answer in
      if answer.status != .ok { self?.release(entry) }
      completion(answer)
    }
  }

  func release(_ entry: StackEntry) {
    entry.instance?.release()
    entry.instance = nil
  }

  func passageBegins(_ passage: Passage) -> Bool {
    passages.append(passage.transition)
    return animates && passage.transition.effect != .none
  }

  func passageEnded(_ passage: Passage) { endings += 1 }
  func navigationChanged() {}
  func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer) {
    failures.append(target.page)
  }

  /// The port of the newest instance of a page.
  func port(_ page: String) -> FakePort? {
    ports.last { $0.name.hasPrefix("\(page)#") }?.port
  }

  /// What is wrong with any instance's callbacks; nil when nothing is.
  var fault: String? {
    for (name, port) in ports {
      if let fault = LifeBalance.fault(in: port.entries) { return "\(name): \(fault)" }
    }
    return nil
  }

  /// Instances that live and are in no stack.
  var strays: [String] {
    let kept = navigation.all.compactMap { $0.instance?.name }
    return ports.filter { $0.port.isValid && !kept.contains($0.name) }.map(\.name)
  }
}
