internal import PageABI

/// What a presented page announced.
public struct Presented: Sendable, Hashable {
  /// The outcome's name.
  public let outcome: String
  /// The values that came with it, by name.
  public let values: [String: PageValue]
}

extension Page {
  /// Presents the page to which the flow's route of an outcome leads, and waits for what it announces.
  ///
  /// This page stays while it waits, also on a memory warning.
  /// - Returns: nil when the page was dismissed without a result.
  public func present(
    _ outcome: String, _ values: [String: PageValue] = [:]
  ) async throws -> Presented? {
    let table = try link.service(PAGE_NAVIGATION, page_navigation.self)
    let answer = try await link.request { token, scratch, _ in
      table.pointee.present(
        link.host, link.instance, token, scratch.string(outcome), scratch.map(values))
    }.asMap()
    guard let name = answer["outcome"] else { return nil }
    return Presented(
      outcome: try name.asString(), values: try answer["values"]?.asMap() ?? [:])
  }

  /// Sets the count that is shown where this page can be chosen, such as on its tab; 0 shows none.
  public func setBadge(_ count: Int) {
    guard let table = try? link.service(PAGE_NAVIGATION, page_navigation.self) else { return }
    table.pointee.set_badge(link.host, link.instance, Int64(count))
  }

  /// Has the view shown as a new one: without the focus, scrolling and contents of fields of the last.
  public func raiseEdition() {
    guard let table = try? link.service(PAGE_NAVIGATION, page_navigation.self) else { return }
    table.pointee.raise_edition(link.host, link.instance)
  }
}
