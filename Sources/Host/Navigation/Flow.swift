package import ManifestModel

/// Where an app begins and where each outcome leads: the contents of its `app.json`.
package struct Flow: Sendable, Hashable {
  /// When a start rule holds.
  package enum Condition: String, Sendable, Hashable, CaseIterable {
    case firstLaunch
    case signedIn
  }

  /// Which page is opened first; the first rule that holds counts.
  package struct StartRule: Sendable, Hashable {
    /// Nil: always.
    package var when: Condition?
    package var open: String
    /// The line of `app.json`, for messages.
    package var line: Int
  }

  /// What a route does.
  package enum Step: String, Sendable, Hashable, CaseIterable {
    case root
    case push
    case replace
    case present
    /// To the page below, or to the page that `to` names.
    case pop
    case popToRoot
    case signOut
  }

  /// How a change of pages is drawn.
  package enum Transition: String, Sendable, Hashable, CaseIterable {
    case push
    case cover
    case fade
    case none
  }

  /// Where one outcome of one page leads.
  package struct Route: Sendable, Hashable {
    package var from: String
    package var on: String
    package var step: Step
    /// The page it leads to or goes back to; nil for `popToRoot`, `signOut`, and a `pop` to the page below.
    package var to: String?
    package var transition: Transition?
    /// Arguments of the page it leads to, by name, from values of the outcome, by name.
    package var pass: [String: String]
    package var line: Int
  }

  /// Stable and unique; names the app's data folder.
  package var id: String
  package var title: String
  package var start: [StartRule]
  package var routes: [Route]
  /// The pages of each tab page, in order.
  package var tabs: [String: [String]]
  /// Pages that a memory warning leaves.
  package var resident: [String: Residence]
  /// The most bytes that a module's heap may hold, by module; tighter than its manifest's own limit, or where it has none.
  package var heapLimits: [String: Int] = [:]
  /// Origins that modules may fetch from besides those of their manifests, by module.
  package var origins: [String: [OriginPattern]] = [:]
  /// Whether the next start opens what was on screen last.
  package var restores = false
  /// The page that answers to an action which several offer.
  package var providers: [String: String]
  /// The line that names each page first.
  var pageLines: [String: Int] = [:]
  /// The line that names each module first, for its limit or its origins.
  var moduleLines: [String: Int] = [:]

  /// The flow of no app: nothing is opened by itself and nothing leads anywhere.
  static let empty = Flow(
    id: "none", title: "", start: [], routes: [], tabs: [:], resident: [:], providers: [:])

  /// The route of an outcome.
  package func route(from page: String, on outcome: String) -> Route? {
    routes.first { $0.from == page && $0.on == outcome }
  }

  /// Every page that the flow names, with the first line that does, in the order of the lines.
  package var namedPages: [(page: String, line: Int)] {
    pageLines.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// Every module that the flow limits or grants origins, with the first line that does, in the order of the lines.
  package var namedModules: [(module: String, line: Int)] {
    moduleLines.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }
}
