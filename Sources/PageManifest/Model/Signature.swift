/// What is called and with what: `notices.set(count: x)`, `notices.count() -> x`, `opened(contact: x)`.
///
/// Labels are optional in an action's signature; an outcome's values must have them.
package struct Signature: Sendable, Hashable, CustomStringConvertible {
  /// One argument: its label, if it has one, and its type.
  package struct Argument: Sendable, Hashable {
    package var label: String?
    package var type: ValueType

    package init(label: String? = nil, type: ValueType) {
      self.label = label
      self.type = type
    }
  }

  /// How many arguments an action or an outcome may have.
  package static let maxArguments = 16

  package var name: String
  package var arguments: [Argument]
  package var reply: ValueType?

  package init(name: String, arguments: [Argument] = [], reply: ValueType? = nil) {
    self.name = name
    self.arguments = arguments
    self.reply = reply
  }

  /// The arguments' type codes joined, as `page_action.arguments` has them: `xs`.
  package var argumentCodes: String { arguments.map(\.type.rawValue).joined() }

  /// The reply's type code, as `page_action.reply` has it; empty when there is none.
  package var replyCode: String { reply?.rawValue ?? "" }

  /// Whether a call by one fits the other: name, argument types and reply; labels do not cross.
  package func agrees(with other: Signature) -> Bool {
    name == other.name && argumentCodes == other.argumentCodes && reply == other.reply
  }

  /// The canonical spelling, which `init(action:)` or `init(outcome:)` reads back.
  package var description: String {
    let list = arguments.map { argument in
      argument.label.map { "\($0): \(argument.type.rawValue)" } ?? argument.type.rawValue
    }
    // Only an action's name has a dot; an outcome without values is its bare name.
    let parentheses = name.contains(".") || !list.isEmpty
    return name + (parentheses ? "(\(list.joined(separator: ", ")))" : "")
      + (reply.map { " -> \($0.rawValue)" } ?? "")
  }
}
