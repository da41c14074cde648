internal import ManifestModel

/// How full a module's heap is, beside its limit.
enum HeapState: Sendable, Comparable {
  case below
  /// At four fifths of it or more.
  case near
  case past
}

// Limits of what a module's heap may hold. A module in this process that runs on past its limit cannot be stopped; what
// can be done is to warn its pages, and to release those that are not on top.
extension MainController {
  /// The limit of a module: the tighter one of its manifest's and the app's.
  func heapLimit(of module: Module) -> Int? {
    [module.manifest.heapLimit, flow.heapLimits[module.name]].compactMap(\.self).min()
  }

  /// Looks at the heaps of modules with a limit; called once for all entries of a turn.
  func checkHeaps() {
    for module in modules.values {
      guard let limit = heapLimit(of: module) else { continue }
      let held = module.heapBytes
      let state: HeapState = held >= limit ? .past : held >= limit / 5 * 4 ? .near : .below
      let before = heapStates.updateValue(state, forKey: module.name) ?? .below
      if state < .past { keptPastLimit[module.name] = nil }
      defer { if state == .past { releaseHidden(of: module) } }
      guard state > before else { continue }
      let words = "\(module.name)'s heap holds \(held) bytes of \(limit)"
      services.log(words, level: 2, source: "host")
      for instance in module.instances where instance.state == .initialized {
        instance.port.enter(.memoryWarning(state == .past ? .critical : .low)) { _ in }
      }
      if state == .past {
        screen.message = ScreenMessage(self.words.pagesReleased(module.name, words), tone: .error)
      }
    }
  }

  /// Releases a module's pages that are not on top, residents too.
  ///
  /// One whose state cannot be saved stays, and is not asked again while the module stays past its limit.
  private func releaseHidden(of module: Module) {
    for entry in navigation.all + background {
      guard let instance = entry.instance, instance.module === module,
        instance.state == .initialized, !navigation.needs(entry),
        !navigation.hasPendingResult(instance), !savingStates.contains(instance.number),
        keptPastLimit[module.name]?.contains(instance.number) != true
      else { continue }
      release(entry, savingStateOf: instance) { [weak self, name = module.name] refusal in
        guard let self, let refusal, !refusal.isEmpty else { return }
        keptPastLimit[name, default: []].insert(instance.number)
        services.log("\(instance.name) stays: \(refusal)", level: 2, source: "host")
      }
    }
  }
}
