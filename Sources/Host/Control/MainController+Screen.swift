internal import ManifestModel

// Reading views and showing them as layers.
extension MainController {
  /// Reads stale views and shows them in a coming turn, once for all that happens until then.
  package func setNeedsRefresh() {
    refreshRequest.make()
  }

  func refresh() {
    refreshRequest.serve()
    checkHeaps()
    let stale = navigation.chain.compactMap(\.instance).filter { $0.viewIsStale }
    guard !stale.isEmpty else { return returnFields() ? () : show() }
    let counter = Counter(stale.count)
    for instance in stale {
      instance.refreshView { [weak self] answer in
        // One that has left meanwhile has nothing to show any more.
        if answer.status != .ok, answer.status != .cancelled {
          self?.services.log(answer.message, level: 3, source: instance.name)
        }
        counter.left -= 1
        guard counter.left == 0, let self, !returnFields() else { return }
        show()
      }
    }
  }

  private func show() {
    // What is there stays until the next page can be seen.
    let isUnseen = navigation.chain.contains {
      $0.instance?.state == .initialized && $0.instance?.hasView == false
    }
    guard !isUnseen else { return }
    // From the bottom up: the stack of the app, and what was presented over it.
    let stacks = [navigation.stack] + navigation.presented.map(\.stack)
    let layers = stacks.enumerated().compactMap { level, stack in
      stack.last.map { layer(of: $0.chain, isModal: level > 0) }
    }
    if layers.isEmpty, let first = navigation.opening ?? navigation.making.last {
      showLayers([Layer(waiting(for: first))])
    } else {
      showLayers(layers)
    }
    giveTypedAhead()
  }

  /// How long a page may take before it is told that it is being opened, in nanoseconds: what is there sooner would
  /// only flicker.
  static let openingDelay: UInt64 = 200_000_000

  /// Tells what is being opened over a page that is still shown, when that takes its time.
  package func makingChanged() {
    openingTimer?.cancel()
    openingTimer = nil
    screen.notice = nil
    guard let entry = navigation.making.last, !navigation.chain.isEmpty else { return }
    openingTimer = loop.timer(after: Self.openingDelay) { [weak self, weak entry] in
      guard let self, let entry else { return }
      tellOpening(of: entry)
    }
  }

  /// Whether a person has been told of a page that is being opened.
  var isTellingOpening: Bool { screen.notice != nil }

  /// Tells now what is being opened, as a person learns who waits.
  func tellOpening() {
    guard openingTimer != nil, let entry = navigation.making.last else { return }
    openingTimer?.cancel()
    tellOpening(of: entry)
  }

  private func tellOpening(of entry: StackEntry) {
    openingTimer = nil
    screen.notice = words.isBeingOpened(entry.title(in: language))
    screenChanged?()
  }

  /// What is shown until the first page is there.
  private func waiting(for entry: StackEntry) -> LayerContent {
    let text = ViewNode(
      .text, id: "host.opening", text: words.isBeingOpened(entry.title(in: language)))
    return LayerContent(
      instance: entry.placeholder, page: entry.page, title: flow.title,
      view: ViewNode(.column, id: "host.waiting", children: [text]))
  }

  /// The layer of an entry and of what is shown inside of it.
  private func layer(of chain: [StackEntry], isModal: Bool) -> Layer {
    let top = chain[chain.count - 1]
    let container = chain.last { $0.tabs != nil }.flatMap { entry -> TabContainer? in
      guard let tabs = entry.tabs, entry !== top else { return nil }
      return TabContainer(
        content: content(of: entry),
        tabs: tabs.roots.map { root in
          let badge = root.controller.badge
          return TabContainer.Tab(
            title: root.title(in: language), badge: badge > 0 ? "\(badge)" : "")
        }, selected: tabs.current)
    }
    return Layer(
      content(of: top), in: container,
      canGoBack: top === navigation.top && navigation.canGoBack, isModal: isModal)
  }

  private func content(of entry: StackEntry) -> LayerContent {
    let view: ViewNode
    if let failure = entry.failure, entry.screenID == entry.placeholder {
      view = FailureView.view(
        title: entry.title(in: language), reason: words.told(failure), words)
    } else {
      view = entry.instance?.view.root ?? ViewNode(.column)
    }
    return LayerContent(
      instance: entry.screenID, page: entry.page, title: entry.title(in: language), view: view,
      edition: entry.controller.edition, state: entry.screenState)
  }
}

/// How many answers are still to come.
@MainActor private final class Counter {
  var left: Int
  init(_ left: Int) { self.left = left }
}

/// What stands in the place of a page that cannot be shown.
enum FailureView {
  static let retryID = "host.retry"

  static func view(title: String, reason: String, _ words: HostWords) -> ViewNode {
    ViewNode(
      .column, id: "host.failure",
      children: [
        ViewNode(.text, id: "host.heading", text: words.cannotBeShown(title), flags: .heading),
        ViewNode(.text, id: "host.reason", text: reason, flags: .error),
        ViewNode(.button, id: retryID, text: words.retry),
      ])
  }
}

extension StackEntry {
  /// The title above the page: its own, or the manifest's.
  func title(in language: Language) -> String {
    let own = instance?.view.title ?? ""
    return own.isEmpty ? controller.page.title(in: language.rawValue) : own
  }
}
