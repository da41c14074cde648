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
        tabs: tabs.roots.map { TabContainer.Tab(
            title: $0.title, badge: $0.controller.badge > 0 ? "\($0.controller.badge)" : "") }, selected: tabs.current)
    }
    screen.show([Layer(content(of: top), in: container, canGoBack: navigation.canGoBack)])
    screenChanged?()
  }

  private func content(of entry: StackEntry) -> LayerContent {
    let view: ViewNode
    if let failure = entry.failure, entry.instance == nil {
      view = FailureView.view(page: entry.page, reason: failure)
    } else {
      view = entry.instance?.view.root ?? ViewNode(.column)
    }
    return LayerContent(
      instance: entry.screenID, page: entry.page, title: entry.title, view: view,
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

  static func view(page: String, reason: String) -> ViewNode {
    ViewNode(
      .column, id: "host.failure",
      children: [
        ViewNode(.text, id: "host.heading", text: "\(page) cannot be shown", flags: .heading),
        ViewNode(.text, id: "host.reason", text: reason, flags: .error),
        ViewNode(.button, id: retryID, text: "Try again"),
      ])
  }
}

extension StackEntry {
  /// The title above the page: its own, or the manifest's.
  var title: String {
    let own = instance?.view.title ?? ""
    return own.isEmpty ? controller.page.title : own
  }
}
