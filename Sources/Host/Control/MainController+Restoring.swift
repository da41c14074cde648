internal import ManifestModel

// What is on screen is kept for the next start.
extension MainController {
  /// Keeps what is on screen in a coming turn, if it is to be kept.
  func archiveLater() {
    guard archive != nil, !archivesLater else { return }
    archivesLater = true
    loop.later { [weak self] in
      guard let self else { return }
      archivesLater = false
      guard !navigation.stack.isEmpty else { return }
      archive?.keep(navigation.stack, account: services.account)
    }
  }

  /// Keeps what is on screen with what each page gives to come back as it is now.
  func archiveStates() {
    guard let archive, !navigation.stack.isEmpty else { return }
    for entry in navigation.all where entry.instance?.state == .initialized {
      // An answer that comes later comes too late: the app is closing.
      entry.instance?.port.enter(.saveState) { answer in
        if case .success(let state) = Self.state(in: answer) { entry.savedState = state }
      }
    }
    archive.keep(navigation.stack, account: services.account)
  }

  /// Opens what was on screen last, without the pages that cannot be there; false when nothing of it is left.
  func openArchived() -> Bool {
    guard let contents = archive?.read(account: services.account) else { return false }
    let entries = contents.stack.compactMap { restore($0) }
    guard !entries.isEmpty else { return false }
    // The first launch is over with the first outcome of its page, also when that comes after a restart.
    if services.isFirstLaunch {
      firstLaunchPage = flow.start.first { $0.when == .firstLaunch }?.open
    }
    navigation.request(.restore(.init(entries)))
    return true
  }

  /// Makes an entry anew; nil when no module has its page or its module is in quarantine.
  private func restore(_ kept: ScreenArchive.Entry) -> StackEntry? {
    guard let controller = controllers[kept.page], !isQuarantined(controller),
      // Another edition of the page may take other arguments.
      let entry = try? self.entry(
        for: .init(kept.page, ScreenArchive.Entry.values(kept.arguments)))
    else { return nil }
    entry.savedState = ScreenArchive.Entry.values(kept.state)
    guard let pages = flow.tabs[kept.page] else { return entry }
    // The flow says which tabs there are; each gets back what was kept of it.
    let stacks = pages.map { page -> [StackEntry] in
      let stack = kept.tabs?.stacks.first { $0.first?.page == page } ?? []
      let entries = stack.compactMap { restore($0) }
      guard entries.first?.page == page else {
        return [StackEntry(controllers[page] ?? .absent(page))]
      }
      return entries
    }
    let current = kept.tabs.flatMap { tabs -> Int? in
      guard tabs.stacks.indices.contains(tabs.current) else { return nil }
      return pages.firstIndex { $0 == tabs.stacks[tabs.current].first?.page }
    }
    let tabs = TabSet(stacks)
    // A tab whose page ended the app is not the one to begin with.
    let healthy = pages.indices.first { place in
      controllers[pages[place]].map { !isQuarantined($0) } ?? false
    }
    if let current, controllers[pages[current]].map({ !isQuarantined($0) }) ?? false {
      tabs.current = current
    } else {
      tabs.current = healthy ?? 0
    }
    entry.tabs = tabs
    return entry
  }

  private func isQuarantined(_ controller: Controller) -> Bool {
    guard let quarantine, let listed = listing.module(named: controller.module),
      let path = try? storedPath(of: listed)
    else { return false }
    return quarantine.reason(for: controller.module, content: ModuleStore.content(of: path)) != nil
  }
}
