/// What led to an entry: who called whom, across suspensions.
package final class CallChain: Sendable {
  /// Chains longer than this fail.
  package static let limit = 32

  package let name: String
  package let parent: CallChain?
  package let depth: Int

  package init(_ name: String, parent: CallChain?) {
    self.name = name
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// The chain from its beginning: `TimelinePage#3 → notices.set → …`.
  package var path: String {
    var names: [String] = []
    var link: CallChain? = self
    while let current = link {
      names.append(current.name)
      link = current.parent
    }
    return names.reversed().joined(separator: " → ")
  }
}
