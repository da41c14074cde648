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
    guard !stale.isEmpty else { return show() }
    let counter = Counter(stale.count)
    for instance in stale {
      instance.refreshView { [weak self] answer in
        if answer.status != .ok {
          self?.services.log(answer.message, level: 3, source: instance.name)
        }
        counter.left -= 1
        if counter.left == 0 { self?.show() }
      }
    }
  }

  private func show() {
    guard let top = navigation.top else {
      screen.show([])
      screenChanged?()
      return
    }
    let container = navigation.chain.last { $0.tabs != nil }.flatMap { entry -> TabContainer? in
      guard let tabs = entry.tabs, entry !== top else { return nil }
      return TabContainer(
        content: content(of: entry),
        tabs: tabs.roots.map { tab in
          TabContainer.Tab(
            title: tab.title(in: language),
            badge: tab.controller.badge > 0 ? "\(tab.controller.badge)" : "")
        }, selected: tabs.current)
    }
    screen.show([Layer(content(of: top), in: container, canGoBack: navigation.canGoBack)])
    screenChanged?()
  }

  private func content(of entry: StackEntry) -> LayerContent {
    let view: ViewNode
    if let failure = entry.failure, entry.instance == nil {
      view = FailureView.view(page: entry.page, reason: failure, words)
    } else {
      view = entry.instance?.view.root ?? ViewNode(.column)
    }
    return LayerContent(
      instance: entry.screenID, page: entry.page, title: entry.title(in: language), view: view,
      state: entry.screenState)
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

  static func view(page: String, reason: String, _ words: HostWords) -> ViewNode {
    ViewNode(
      .column, id: "host.failure",
      children: [
        ViewNode(.text, id: "host.heading", text: words.cannotBeShown(page), flags: .heading),
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
