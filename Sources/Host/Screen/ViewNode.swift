/// One node of a page's view; the host's own copy of a `page_node` with its children.
package struct ViewNode: Sendable, Hashable {
  /// What a node is; raw values are those of `page_node_kind`.
  package enum Kind: UInt32, Sendable, Hashable, CaseIterable {
    case column = 1
    case row, text, button, field, secureField, toggle, list, image, progress, spacer, divider
  }

  /// Facts of a node that are either so or not; raw values are those of `page_node_flags`.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let on = Flags(rawValue: 1)
    package static let disabled = Flags(rawValue: 2)
    package static let heading = Flags(rawValue: 4)
    package static let secondary = Flags(rawValue: 8)
    package static let error = Flags(rawValue: 16)
    package static let badge = Flags(rawValue: 32)
    package static let prominent = Flags(rawValue: 64)
    package static let destructive = Flags(rawValue: 128)
    package static let touchable = Flags(rawValue: 256)
    package static let cancel = Flags(rawValue: 512)
  }

  package var kind: Kind
  package var flags: Flags
  /// Stable while the node means the same thing; unique in its view.
  package var id: String
  package var text: String
  package var value: String
  package var hint: String
  package var number: Double
  package var children: [ViewNode]

  package init(
    _ kind: Kind, id: String = "", text: String = "", value: String = "", hint: String = "",
    number: Double = 0, flags: Flags = [], children: [ViewNode] = []
  ) {
    self.kind = kind
    self.flags = flags
    self.id = id
    self.text = text
    self.value = value
    self.hint = hint
    self.number = number
    self.children = children
  }
}
