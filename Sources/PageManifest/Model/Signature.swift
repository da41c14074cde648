/// What is called and with what: `notices.set(count: x)`, `notices.count() -> x`, `opened(contact: x)`.
///
/// Labels are optional in an action's signature; an outcome's values must have them.
package struct Signature: Sendable, Hashable {
  /// One argument: its label, if it has one, and its type.
  package struct Argument: Sendable, Hashable {
    package var label: String?
    package var type: ValueType

    package init(label: String? = nil, type: ValueType) {
      self.label = label
      self.type = type
    }
  }

  package var name: String
  package var arguments: [Argument]
  package var reply: ValueType?

  package init(name: String, arguments: [Argument] = [], reply: ValueType? = nil) {
    self.name = name
    self.arguments = arguments
    self.reply = reply
  }
}
