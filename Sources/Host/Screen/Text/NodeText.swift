extension ViewNode {
  /// Whether a person can act on nodes of this kind.
  package var isControl: Bool {
    switch kind {
    case .button, .field, .secureField, .toggle: true
    default: false
    }
  }

  package var isField: Bool { kind == .field || kind == .secureField }

  /// Whether it can have the focus now: a control that is enabled and can be named in an event.
  package var canFocus: Bool { isControl && !flags.contains(.disabled) && !id.isEmpty }

  /// The words of a node that is drawn as text and wrapped.
  var words: String {
    switch kind {
    case .text where flags.contains(.badge): "(\(text))"
    case .image: "[image: \(text.isEmpty ? value : text)]"
    default: text
    }
  }

  /// What stands before a node's words on its first line; further lines are indented as far.
  var mark: String {
    guard kind == .toggle else { return "" }
    return flags.contains(.on) ? "[x] " : "[ ] "
  }

  /// A field's or a progress bar's label with its colon.
  var label: String {
    if text.isEmpty { return "" }
    return text.hasSuffix(":") ? text : "\(text):"
  }

  /// The node's own look, without focus.
  var style: CellStyle {
    if flags.contains(.disabled) { return CellStyle(.dim) }
    switch kind {
    case .text:
      if flags.contains(.error) { return CellStyle(role: .danger) }
      if flags.contains(.badge) { return CellStyle(.bold, role: .attention) }
      if flags.contains(.heading) { return CellStyle(.bold) }
      if flags.contains(.secondary) { return CellStyle(.dim) }
      return .plain
    case .button:
      if flags.contains(.destructive) { return CellStyle(role: .danger) }
      return flags.contains(.prominent) ? CellStyle(.bold, role: .accent) : CellStyle(role: .accent)
    case .divider, .image: return CellStyle(.dim)
    default: return .plain
    }
  }

  /// The first button marked as the main one: Enter in a field taps it when the field does not
  /// handle it.
  package var prominentButton: ViewNode? { button(.prominent) }

  /// The first button that ends what its page has begun: going back taps it.
  var cancelButton: ViewNode? { button(.cancel) }

  /// The first button with a flag that can be used.
  private func button(_ flag: Flags) -> ViewNode? {
    if kind == .button, flags.contains(flag), canFocus { return self }
    return children.lazy.compactMap { $0.button(flag) }.first
  }
}
