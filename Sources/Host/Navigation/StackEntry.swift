internal import ManifestModel

/// One place of a stack: a page with its arguments, and everything that brings it back after its instance is gone.
@MainActor package final class StackEntry {
  package internal(set) var controller: Controller
  package private(set) var arguments: [String: Value]
  /// The live object; nil before it is made, after it was evicted, and when it could not be made.
  package var instance: Instance?
  /// What the page saved before it was evicted.
  package var savedState: [String: Value] = [:]
  /// What stood in its fields when it was evicted, by id, as far as its page knew it.
  var fields: [String: String] = [:]
  /// What the screen kept for it.
  package var screenState: ScreenState?
  /// Why it cannot be shown; then the host shows this in its place.
  package var failure: Failure?
  /// The tabs, when the page is a tab page.
  package var tabs: TabSet?
  /// How it came on screen; it leaves the same way.
  var effect: Flow.Transition?
  /// What the screen knows the entry by while it has no instance that can be shown.
  let placeholder: UInt64

  private static var lastPlaceholder: UInt64 = 1 << 63

  package init(_ controller: Controller, arguments: [String: Value] = [:]) {
    self.controller = controller
    self.arguments = arguments
    StackEntry.lastPlaceholder += 1
    placeholder = StackEntry.lastPlaceholder
  }

  package var page: String { controller.name }

  /// What the screen knows it by.
  package var screenID: UInt64 {
    switch instance?.state {
    case .initialized, .released: instance?.number ?? placeholder
    case .created, .initializing, nil: placeholder
    }
  }

  /// Whether it shows the same page with the same arguments.
  func isSame(as target: Navigation.Target) -> Bool {
    page == target.page && arguments == target.arguments
  }

  /// The entry and, when it has tabs, what is shown inside of it, down to the innermost.
  package var chain: [StackEntry] {
    guard let tabs, let inner = tabs.stacks[tabs.current].last else { return [self] }
    return [self] + inner.chain
  }

  /// The entry and everything below it in all of its tabs.
  package var all: [StackEntry] {
    [self] + (tabs?.stacks.flatMap { $0.flatMap(\.all) } ?? [])
  }
}

extension StackEntry {
  /// Why an entry cannot be shown.
  package struct Failure: Sendable, CustomStringConvertible {
    package let answer: PortAnswer
    /// The page around it that could not be made, when it is not at fault itself.
    let holder: Manifest.Page?

    package var description: String { HostWords(.english).told(self) }
  }
}

/// The tabs of a tab page: a stack each, kept while another one is shown.
@MainActor package final class TabSet {
  package internal(set) var stacks: [[StackEntry]]
  package internal(set) var current = 0

  init(_ stacks: [[StackEntry]]) { self.stacks = stacks }

  /// The root page of each tab.
  package var roots: [StackEntry] { stacks.compactMap(\.first) }
}
