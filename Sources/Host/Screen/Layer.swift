/// One page as it is shown: whose it is and what its view is now.
package struct LayerContent: Sendable {
  /// The number of the page's instance; what the screen keeps for the page is kept under it.
  package var instance: UInt64
  /// The page's name.
  package var page: String
  package var title: String
  package var view: ViewNode
  /// Which edition of the page's view it is; what was kept of another one is not this one's.
  package var edition: UInt64
  /// What to begin with when the screen does not know the instance yet.
  package var state: ScreenState?

  package init(
    instance: UInt64, page: String, title: String = "", view: ViewNode, edition: UInt64 = 0,
    state: ScreenState? = nil
  ) {
    self.instance = instance
    self.page = page
    self.title = title
    self.view = view
    self.edition = edition
    self.state = state
  }
}

/// A page with tabs, drawn around the page of the tab that is chosen.
package struct TabContainer: Sendable {
  package struct Tab: Sendable, Hashable {
    package var title: String
    /// A count that calls for attention; empty for none.
    package var badge: String

    package init(title: String, badge: String = "") {
      self.title = title
      self.badge = badge
    }

    /// Its words on the tab bar.
    var words: String { badge.isEmpty ? title : "\(title) (\(badge))" }
  }

  /// The container's own view, the header above the tab's page.
  package var content: LayerContent
  package var tabs: [Tab]
  /// Counted from 0.
  package var selected: Int

  package init(content: LayerContent, tabs: [Tab], selected: Int) {
    self.content = content
    self.tabs = tabs
    self.selected = selected
  }
}

/// An entry of the stack of what is shown; it covers the whole screen.
package struct Layer: Sendable {
  package var content: LayerContent
  package var container: TabContainer?
  /// Whether there is a page to go back to.
  package var canGoBack: Bool
  /// Whether its page was presented over the others.
  package var isModal: Bool

  package init(
    _ content: LayerContent, in container: TabContainer? = nil, canGoBack: Bool = false,
    isModal: Bool = false
  ) {
    self.content = content
    self.container = container
    self.canGoBack = canGoBack
    self.isModal = isModal
  }

  /// The number of the instance that it shows.
  package var instance: UInt64 { content.instance }
}

/// A line that the host itself says at the bottom of the screen.
package struct ScreenMessage: Sendable, Hashable {
  package enum Tone: Sendable, Hashable { case notice, error, hint }

  package var text: String
  package var tone: Tone

  package init(_ text: String, tone: Tone = .notice) {
    self.text = text
    self.tone = tone
  }
}
