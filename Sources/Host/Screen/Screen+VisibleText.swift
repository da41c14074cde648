extension Screen {
  /// Whether a text can be read on the screen, with white space collapsed on both sides.
  ///
  /// It is looked for in the rows as they are drawn and in ``visibleText``, so that neither line
  /// breaks nor what stands beside it hide it. What is scrolled out cannot be read.
  package func shows(_ text: String) -> Bool {
    let wanted = TextWrap.collapsed(text)
    if wanted.isEmpty { return true }
    if visibleText.contains(wanted) { return true }
    return TextWrap.collapsed(picture().grid.rows.joined(separator: " ")).contains(wanted)
  }

  /// What can be read, node after node in the order of the document, with white space collapsed.
  package var visibleText: String {
    guard let composition else { return TextWrap.collapsed(message?.text ?? "") }
    var parts: [String] = []
    if composition.titleBar != nil { parts.append(composition.layer.content.title) }
    for region in composition.regions {
      parts += visibleParts(of: region)
    }
    if composition.messageBar != nil, let message = composition.message {
      parts.append(message.text)
    }
    parts += composition.tabBar?.items.map(\.text) ?? []
    return TextWrap.collapsed(parts.joined(separator: " "))
  }

  private func visibleParts(of region: LayerComposition.Region) -> [String] {
    let state = states[region.content.instance] ?? ScreenState()
    let layout = region.layout
    let placement = AreaPlacement(layout, viewport: region.viewport, offsets: state.offsets)
    return layout.boxes.indices.compactMap { index in
      let box = layout.boxes[index]
      let visible = placement.visible(box)
      guard !visible.isEmpty else { return nil }
      let node = layout.outline[index]
      switch node.kind {
      case .column, .row, .list, .spacer, .divider: return nil
      case .text, .image, .toggle:
        let frame = placement.frame(of: box)
        // Seen in full, the text is as the page gave it, without the breaks of its lines.
        if visible.height == frame.height { return node.mark + node.words }
        let rows = visible.y - frame.y..<visible.endY - frame.y
        return box.lines[rows.clamped(to: box.lines.indices)].joined(separator: " ")
      case .button: return ViewPainter.buttonText(node, width: box.frame.width)
      case .field, .secureField:
        let frame = placement.frame(of: box)
        let field = FieldFrame(node, box, frame: frame)
        let editor = state.editors[node.id] ?? FieldEditor(node.value)
        let isFocused = focus == NodeReference(page: region.content.instance, id: node.id)
        let window = editor.window(
          width: field.contents.width, secure: node.kind == .secureField, scrolled: isFocused)
        return "\(node.label) \(editor.count == 0 ? node.hint : window.text)"
      case .progress: return node.label
      }
    }
  }
}
