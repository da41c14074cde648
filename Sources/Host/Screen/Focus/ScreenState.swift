/// What a person did to one page's view that the page does not know: focus, scrolling and what
/// stands in its fields.
///
/// A value, so that it can be kept when the page is released and given back when it returns.
package struct ScreenState: Sendable, Hashable {
  /// The id of the control that has the focus, or had it when its page was last shown.
  package var focus: String?
  /// The place of ``focus`` among the controls; what is there gets the focus when the control is
  /// gone.
  package var focusOrdinal = 0
  /// Rows scrolled out above, by ``ViewLayout/Area/key``.
  package var offsets: [String: Int] = [:]
  /// Contents of fields, by id.
  package var editors: [String: FieldEditor] = [:]
  /// The edition of the page's view that all of this belongs to.
  package var edition: UInt64

  package init(edition: UInt64 = 0) { self.edition = edition }

  /// Fits the state to a view that the page gives now: fields, focus, and offsets of what is no
  /// longer there.
  ///
  /// A view that has other controls altogether than the one before is as a new one: it is read from its top, with the
  /// focus where a person most likely begins. What is in the place of a control then has nothing to do with it.
  ///
  /// - Parameter previous: The layout of the view that it was fitted to last, when that is known.
  /// - Returns: Whether it is as a new one.
  @discardableResult
  package mutating func reconcile(
    with layout: ViewLayout, after previous: ViewLayout? = nil
  ) -> Bool {
    reconcileEditors(with: layout.outline)
    let isNew = previous.map { isReplaced($0.outline, by: layout.outline) } ?? false
    if isNew {
      focus = nil
      offsets = [:]
    }
    reconcileFocus(with: layout.outline)
    var kept: [String: Int] = [:]
    for area in layout.areas {
      if let offset = offsets[area.key], offset > 0 { kept[area.key] = min(offset, area.maxOffset) }
    }
    offsets = kept
    return isNew
  }

  private mutating func reconcileEditors(with outline: ViewOutline) {
    var kept: [String: FieldEditor] = [:]
    for entry in outline.entries where entry.node.isField && kept[entry.node.id] == nil {
      var editor = editors[entry.node.id] ?? FieldEditor(entry.node.value)
      editor.reconcile(with: entry.node.value)
      kept[entry.node.id] = editor
    }
    editors = kept
  }

  private mutating func reconcileFocus(with outline: ViewOutline) {
    let controls = outline.focusable
    if let focus, let index = outline.index(of: focus), outline[index].isControl {
      // A control that is disabled for a while keeps the focus: the next Enter must not reach
      // another one.
      focusOrdinal = controls.firstIndex { $0 >= index } ?? max(0, controls.count - 1)
      return
    }
    if controls.isEmpty { return }
    if focus != nil {
      focusOrdinal = min(focusOrdinal, controls.count - 1)
      focus = outline[controls[focusOrdinal]].id
      return
    }
    // Nothing had the focus yet: where a person most likely begins.
    let first =
      controls.firstIndex { outline[$0].isField }
      ?? controls.firstIndex { outline[$0].flags.contains(.prominent) } ?? controls.indices.first
    focusOrdinal = first ?? 0
    focus = first.map { outline[controls[$0]].id }
  }

  /// Whether both views have controls and none in common.
  private func isReplaced(_ previous: ViewOutline, by outline: ViewOutline) -> Bool {
    let controls = previous.controlIDs
    return !controls.isEmpty && !outline.controlIDs.isEmpty
      && controls.isDisjoint(with: outline.controlIDs)
  }
}
