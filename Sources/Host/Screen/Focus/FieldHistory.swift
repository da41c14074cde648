/// What a field held before each change, so that changes can be undone and done again.
///
/// It is never stored anywhere but in memory.
struct FieldHistory: Sendable, Hashable {
  /// A field's text and caret.
  struct Moment: Sendable, Hashable {
    let characters: [Character]
    let caret: Int
  }

  /// How a field is changed; a run of typing, or of deleting, is one change.
  enum Change: Sendable, Hashable {
    case typing, deleting, other
  }

  /// More changes are not kept.
  static let limit = 100
  /// Nor more characters in all of them together.
  static let characterLimit = 8 * FieldEditor.limit

  fileprivate var undone: [Moment] = []
  fileprivate var done: [Moment] = []
  fileprivate var last: Change?

  /// Whether the next change begins one of its own.
  mutating func endRun() { last = nil }
}

extension FieldEditor {
  private var moment: FieldHistory.Moment { .init(characters: characters, caret: caret) }

  /// Notes what the field holds before a change.
  mutating func note(_ change: FieldHistory.Change) {
    defer { history.last = change }
    history.undone = []
    if change != .other, change == history.last { return }
    history.done.append(moment)
    var size = history.done.reduce(0) { $0 + $1.characters.count }
    while history.done.count > FieldHistory.limit || size > FieldHistory.characterLimit {
      size -= history.done.removeFirst().characters.count
    }
  }

  /// Undoes the last change; false when there is none.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let before = history.done.popLast() else { return false }
    history.undone.append(moment)
    history.endRun()
    restore(before)
    return true
  }

  /// Does again what was undone last; false when there is nothing.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let after = history.undone.popLast() else { return false }
    history.done.append(moment)
    history.endRun()
    restore(after)
    return true
  }
}
