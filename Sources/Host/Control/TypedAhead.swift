/// What was typed while a page was being made, for that page.
struct TypedAhead {
  /// More is not kept.
  static let limit = 1_000

  private var events: [InputEvent] = []
  /// What was seen as the first of it was typed.
  private(set) var over: UInt64?

  var isEmpty: Bool { events.isEmpty }

  /// - Parameter layer: What is seen now.
  mutating func take(_ event: InputEvent, over layer: UInt64?) {
    if events.isEmpty { over = layer }
    if events.count < Self.limit { events.append(event) }
  }

  @discardableResult
  mutating func removeAll() -> [InputEvent] {
    defer { events = [] }
    return events
  }
}
