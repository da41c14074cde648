internal import ManifestModel

// Opening and closing modules, and the instances of their pages.
extension MainController {
  /// Gives the module of a page, opened if it is not.
  func module(of controller: Controller) throws(ModuleError) -> Module {
    if let module = modules[controller.module] { return module }
    guard let listed = listing.module(named: controller.module), let manifest = listed.manifest
    else {
      throw ModuleError(
        .missing, path: controller.module,
        advice: "no file of this module is there any more; put it back into the modules folder")
    }
    let path = try storedPath(of: listed)
    if let reason = quarantine?.reason(
      for: controller.module, content: ModuleStore.content(of: path))
    {
      throw ModuleError(.quarantined, path: listed.path, advice: reason)
    }
    let module = try mappedModule(at: path, of: manifest)
    do throws(ModuleError) {
      try module.open()
    } catch {
      close(module)
      throw error
    }
    modules[controller.module] = module
    return module
  }

  /// The path of a module's copy in the store, made when its file is new.
  func storedPath(of module: Listing.Module) throws(ModuleError) -> String {
    if let known = stored[module.identity] { return known }
    let path = try store.admit(module.path).path
    stored[module.identity] = path
    return path
  }

  /// Maps a file of the store; a module whose image could not be unmapped before is taken into use again.
  private func mappedModule(
    at path: String, of manifest: Manifest
  ) throws(ModuleError) -> Module {
    if let module = takePinned(path) { return module }
    let label = ModuleLabel(
      module: manifest.module, content: ModuleStore.content(of: path))
    let image = try label.during { () throws(ModuleError) in
      try ModuleImage.open(path, heaps: heaps)
    }
    return Module(
      image, manifest: manifest, calls: self, time: loop.clock, refresh: refreshRequest,
      label: label)
  }

  /// Closes a module in a coming turn when it has no instance then.
  func closeLater(_ module: any OpenModule) {
    loop.later { [weak self, weak module] in
      guard let self, let module = module as? Module else { return }
      closeIfUnused(module)
    }
  }

  /// Closes a module that has no instance.
  func closeIfUnused(_ module: Module) {
    guard modules[module.name] === module, module.instances.isEmpty else { return }
    precondition(stack.isClear, "a module is closed while a page is on the stack")
    modules[module.name] = nil
    heapStates[module.name] = nil
    keptPastLimit[module.name] = nil
    close(module)
    if listingIsStale { refreshModules() }
  }

  /// Closes a module, also one that was refused; one whose image cannot be unmapped is kept.
  private func close(_ module: Module) {
    services.moduleClosed(module.name)
    let isDetailed = warningRounds > 0
    let report = module.close(detailed: isDetailed)
    if isDetailed { unloadedDuringWarning.append((module, report)) }
    unloaded?(module.name, report)
    pin(module, report)
  }

  /// Makes an instance of a page.
  func makeInstance(of controller: Controller) throws(InstanceError) -> Instance {
    let module: Module
    do throws(ModuleError) {
      module = try self.module(of: controller)
    } catch {
      throw InstanceError(
        page: controller.name, message: error.description, reason: error.code.reason)
    }
    // If the page cannot be made, its module has no use.
    defer { closeLater(module) }
    guard let definition = module.definition(of: controller.name) else {
      throw InstanceError(
        page: controller.name, message: "\(module.name), which is open, has no such page")
    }
    // Actions are called by the controller's declaration, so it has to be that of the code.
    guard module.manifest.pages.contains(controller.page) else {
      throw InstanceError(
        page: controller.name,
        message: "another edition of \(module.name) is open; leave its pages and try again")
    }
    lastInstance += 1
    let port = try InProcessPort(definition, of: module, number: lastInstance, stack: stack)
    let instance = Instance(
      number: lastInstance, controller: controller, module: module, port: port)
    if let answerPlan { instance.follow(answerPlan) }
    return instance
  }
}

extension MainController: PageOpener {
  package func entry(for target: Navigation.Target) throws(InstanceError) -> StackEntry {
    let controller = controllers[target.page] ?? .absent(target.page)
    let declared = controller.page.arguments
    for (name, value) in target.arguments where controllers[target.page] != nil {
      guard let type = declared[name] else {
        let known = declared.keys.sorted().joined(separator: ", ")
        throw InstanceError(
          page: target.page,
          message: "it has no argument '\(name)'; it takes \(known.isEmpty ? "none" : known)")
      }
      guard value.type == type else {
        throw InstanceError(
          page: target.page,
          message: "its argument '\(name)' is of type \(type.rawValue), not \(value.type.rawValue)")
      }
    }
    let entry = StackEntry(controller, arguments: target.arguments)
    if let tabs = flow.tabs[target.page] {
      entry.tabs = TabSet(tabs.map { [StackEntry(controllers[$0] ?? .absent($0))] })
    }
    return entry
  }

  package func initialize(
    _ entry: StackEntry, completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    if entry.instance == nil {
      if let controller = controllers[entry.page] { entry.controller = controller }
      takeOver(for: entry)
    }
    let instance: Instance
    do throws(InstanceError) {
      if let known = entry.instance {
        instance = known
      } else {
        instance = try makeInstance(of: entry.controller)
      }
    } catch {
      return completion(PortAnswer(.failed, error))
    }
    entry.instance = instance
    if navigation.chain.isEmpty { setNeedsRefresh() }
    instance.initialize(arguments: entry.arguments, state: entry.savedState) { [weak self] answer in
      guard let self else { return }
      let answer = naming(answer, awaitedBy: instance)
      if answer.status == .ok {
        screen.forget(entry.placeholder)
        dispatcher.deliverKept(to: entry.controller)
      } else {
        dispatcher.initializationFailed(entry.controller, answer)
        if entry.instance === instance { release(entry) }
      }
      completion(answer)
      evictGivenUp(entry)
      navigation.whenIdle { [weak self] in self?.showLate(entry) }
    }
  }

  /// Shows a page whose place is on screen and which came after it had been given up there.
  private func showLate(_ entry: StackEntry) {
    guard navigation.isOnScreen(entry), let instance = entry.instance,
      instance.state == .initialized, instance.appearance == .hidden
    else { return }
    navigation.request(.retry)
  }

  /// Takes what there is of a page that may have one instance: the one that was made for a call, or
  /// the state of one that was.
  ///
  /// With arguments it is another opening, for which the old one leaves.
  private func takeOver(for entry: StackEntry) {
    let controller = entry.controller
    guard controller.page.instances == .one else { return }
    let place = background.firstIndex { $0.controller === controller && $0 !== entry }
    let old = place.map { background.remove(at: $0) }
    guard entry.arguments.isEmpty else {
      if let old { release(old) }
      return
    }
    entry.instance = old?.instance
    old?.instance = nil
    if entry.instance == nil, entry.savedState.isEmpty {
      entry.savedState = controller.savedState
      controller.savedState = [:]
    }
  }

  package func release(_ entry: StackEntry) {
    screen.forget(entry.placeholder)
    guard let instance = entry.instance else { return }
    cancelTouch(of: instance.number)
    // One that was never shown has nothing in place of what was kept before.
    if let state = screen.state(of: instance.number) { entry.screenState = state }
    entry.instance = nil
    for pending in requests.removeValue(forKey: instance.number)?.values ?? [:].values {
      pending.drop()
    }
    let module = instance.module
    instance.release { [weak self] in self?.closeLater(module) }
    screen.forget(instance.number)
  }

  package func requestDropped(from asker: StackEntry) {
    services.log(
      "\(asker.page) asked to go elsewhere while it was on screen and is not any more; nothing comes of it",
      level: 2, source: "host")
  }

  package func navigationFailed(_ target: Navigation.Target, _ answer: PortAnswer) {
    // A person who was told and asks again wants it loaded; where a page stands in its place, its button does this.
    if let module = controllers[target.page]?.module { quarantine?.release(module) }
    let english = HostWords(.english)
    services.log(
      english.cannotBeOpened(target.page, english.told(answer)), level: 3, source: "host")
    let title = controllers[target.page]?.page.title(in: language.rawValue) ?? target.page
    screen.message = ScreenMessage(
      words.cannotBeOpened(title, words.told(answer)), tone: .error)
    setNeedsRefresh()
  }

  package func placeFailed(_ entry: StackEntry, _ answer: PortAnswer) {
    let english = HostWords(.english)
    services.log(
      "\(english.cannotBeShown(entry.page)): \(english.told(answer))", level: 3, source: "host")
  }

  package func navigationChanged() {
    setNeedsRefresh()
    archiveLater()
  }

  /// Initializes a page for a call, outside of the stacks.
  func wake(_ controller: Controller, completion: @escaping @MainActor (PortAnswer) -> Void) {
    let entry = StackEntry(controller)
    background.append(entry)
    initialize(entry) { [weak self] answer in
      if answer.status != .ok { self?.background.removeAll { $0 === entry } }
      completion(answer)
    }
  }
}

extension Controller {
  /// A stand-in for a page that no module has: it can be shown as missing.
  static func absent(_ name: String) -> Controller {
    Controller(
      page: Manifest.Page(name), module: "lib\(name).so")
  }
}

extension ModuleError.Code {
  /// What a person is to know of a module that could not be opened.
  fileprivate var reason: Reason {
    switch self {
    case .missing: .noSuchFile
    case .quarantined: .endedApp
    default: .notLoadable
    }
  }
}
