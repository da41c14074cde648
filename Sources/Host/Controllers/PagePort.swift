/// How the host reaches one instance of a page.
///
/// A page in the host's process answers most entries at once, one in a process of its own never does; nothing outside a
/// port may rely on either.
@MainActor package protocol PagePort: AnyObject {
  /// Enters the page; entries keep their order. `completion` comes exactly once: during this call or later, with a
  /// failure when the deadline passes or the instance is released before.
  func enter(_ entry: PortEntry, completion: @escaping @MainActor (PortAnswer) -> Void)

  /// Whether the page is on the stack of the host's thread right now.
  var isEntered: Bool { get }

  /// The port of this process that is reached in the end; nil for a page elsewhere.
  var inProcess: InProcessPort? { get }

  /// Answers everything that is still to be answered with `.cancelled`, and refuses what comes from now on: the instance
  /// has been released. What ends a page and was asked for before, such as `.destroy`, is carried out all the same.
  func invalidate()
}

extension PagePort {
  package var inProcess: InProcessPort? { nil }
}

/// One entry into a page.
package enum PortEntry: Sendable {
  case initData(arguments: [String: Value], state: [String: Value])
  case appearStarted
  case appearFinished
  case disappearStarted
  case disappearFinished
  case saveState
  case memoryWarning(MemoryWarning)
  case releaseData
  case destroy
  case view
  case event(PageEvent)
  /// The answer to a request of the page, by the page's token.
  case completed(token: UInt64, PortAnswer)
  /// How far a request of the page is: bytes that have come, and how many there will be, -1 when that is not known.
  case progress(token: UInt64, received: Int64, total: Int64)
  case action(ActionCall)

  /// Whether it is of those that end a page, and therefore must reach it.
  var ends: Bool {
    switch self {
    case .disappearStarted, .disappearFinished, .releaseData, .destroy: true
    default: false
    }
  }
}

/// A call of an action, checked against its signature.
package struct ActionCall: Sendable {
  package var slot: ActionSlot
  package var offer: ActionOffer
  package var arguments: [Value]
  /// What led to it.
  package var chain: CallChain
}

/// How an entry ended.
package struct PortAnswer: Sendable {
  /// What an entry gives besides its status.
  package enum Payload: Sendable {
    case none
    case value(Value)
    case view(PageView)
  }

  package var status: PageStatus
  /// Why, when the status is not `.ok`; for the log.
  package var message: String
  /// What a person is to know of it.
  package var reason: Reason
  package var payload: Payload

  package init(
    _ status: PageStatus, message: String = "", reason: Reason = .status, payload: Payload = .none
  ) {
    self.status = status
    self.message = message
    self.reason = reason
    self.payload = payload
  }

  /// A page's failure: with `PAGE_FAILED` come its own words, other statuses are given by what it was built with.
  init(ofPage status: PageStatus, message: String) {
    self.init(status, message: message, reason: status == .failed ? .spoken : .status)
  }

  package static let done = PortAnswer(.ok)

  /// The value that came, if one did.
  package var value: Value? {
    if case .value(let value) = payload { value } else { nil }
  }
}

/// What a person did to a node of the page's view.
package enum PageEvent: Sendable, Hashable {
  case tap(id: String)
  case change(id: String, text: String)
  case submit(id: String, text: String)
  case toggle(id: String, on: Bool)
  /// Column and row in the node's space, from 0 at its top left; outside of it once the finger has moved there.
  case touch(id: String, TouchPhase, x: Int, y: Int)

  /// The node.
  package var id: String {
    switch self {
    case .tap(let id), .change(let id, _), .submit(let id, _), .toggle(let id, _),
      .touch(let id, _, _, _):
      id
    }
  }
}

/// Where a touch is; raw values are those of `page_event_kind`.
package enum TouchPhase: UInt32, Sendable, Hashable, CaseIterable {
  case began = 5
  case moved, ended, cancelled
}

/// A page's view as the host copied it.
package struct PageView: Sendable, Hashable {
  package var root: ViewNode
  /// Empty: the manifest's title.
  package var title: String

  package init(root: ViewNode, title: String = "") {
    self.root = root
    self.title = title
  }

  package static let empty = PageView(root: ViewNode(.column))
}
