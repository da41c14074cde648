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
  /// This page stays while it waits, also on a memory warning, and a person may take any time. What is asked in
  /// ``initData(_:)`` is carried out when this page is on screen, so that it must not be awaited there.
  /// - Returns: nil when the page was dismissed without a result.
  /// - Throws: ``PageError`` when nothing presents for the outcome, the values do not fit, the other page cannot be shown,
  ///   this one is not on screen, or it leaves meanwhile.
  public func present(
    _ outcome: String, _ values: [String: PageValue] = [:]
  ) async throws -> Presented? {
    let table = try link.service(PAGE_NAVIGATION, page_navigation.self)
    var refusal: page_status?
    let answer: [String: PageValue]
    do {
      answer = try await link.request { token, scratch, _ in
        let status = table.pointee.present(
          link.host, link.instance, token, scratch.string(outcome), scratch.map(values))
        if status != PAGE_PENDING { refusal = status }
        return status
      }.asMap()
    } catch {
      throw refusal.map { PageError.refusal($0, toPresentOn: outcome) } ?? error
    }
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
  ///
  /// That is so for every object of this page, and wherever it comes back.
  public func raiseEdition() {
    guard let table = try? link.service(PAGE_NAVIGATION, page_navigation.self) else { return }
    table.pointee.raise_edition(link.host, link.instance)
  }
}

extension PageError {
  /// Why the host presents nothing, in words for the page's author.
  fileprivate static func refusal(_ status: page_status, toPresentOn outcome: String) -> PageError {
    let words =
      switch status {
      case PAGE_NOT_FOUND:
        "'\(outcome)' presents no page: page.json has to declare it, and app.json to have a route on it that presents"
      case PAGE_INVALID: "the values of '\(outcome)' are not those that page.json declares"
      default: "nothing can be presented on '\(outcome)' (status \(status))"
      }
    return PageError(status, words)
  }
}
