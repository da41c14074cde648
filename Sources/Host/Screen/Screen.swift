/// What the person sees and does: layers composed into cells, and input turned into actions.
///
/// It knows pages by instance and view only, and nothing of where they come from or of the surface
/// that shows the cells.
@MainActor
package final class Screen {
  package private(set) var width: Int
  package private(set) var height: Int
  /// From the bottom up; the last one is seen and has the focus.
  package private(set) var layers: [Layer] = []
  /// A line at the bottom of the screen.
  package var message: ScreenMessage? {
    didSet { if message != oldValue { compose(revealing: false) } }
  }
  /// What stands there as long as something is under way that a person waits for.
  package var notice: String? {
    didSet { if notice != oldValue { compose(revealing: false) } }
  }
  /// What stands there on a tall screen when there is no message, such as ``HostWords/keyHint``.
  package var hint: String? {
    didSet { if hint != oldValue { compose(revealing: false) } }
  }

  /// The top layer, composed for the present size.
  package private(set) var composition: LayerComposition?
  var states: [UInt64: ScreenState] = [:]
  /// Pages that are gone and may still be among what is shown.
  private var forgotten: Set<UInt64> = []
  /// The instance whose control has the focus: the page on top, or its container.
  var focusedPage: UInt64?
  /// The control that a mouse button went down on.
  var pressed: NodeReference?
  /// The node that a finger is on.
  var touched: NodeReference? { touch?.node }
  /// Where the finger was when that was told last.
  var touch: ScreenTouch?
  /// What was cut out of a field last.
  var killed = ""
  /// The page that has been asked for something, until the person goes on.
  var asked: UInt64?
  /// The transition that is being drawn.
  var move: LayerMove?

  /// Sizes beyond this are cut, so that no terminal can make the host allocate without bound.
  package nonisolated static let largest = 1_000

  package init(width: Int, height: Int) {
    self.width = min(max(1, width), Self.largest)
    self.height = min(max(1, height), Self.largest)
  }

  // MARK: What is shown

  /// Shows a stack of layers in place of the last one; only the top layer is composed.
  ///
  /// A page that the screen knows keeps focus, offsets and contents of fields, fitted to its new
  /// view; unless that is of another edition, which is shown as new.
  package func show(_ layers: [Layer]) {
    let oldTop = self.layers.last?.content.instance
    self.layers = layers
    for layer in layers {
      for content in [layer.container?.content, layer.content].compactMap(\.self) {
        let known = states[content.instance] ?? content.state
        states[content.instance] =
          known?.edition == content.edition ? known : ScreenState(edition: content.edition)
      }
    }
    let shown = Set(layers.flatMap { [$0.content.instance, $0.container?.content.instance] })
    for instance in forgotten where !shown.contains(instance) {
      states[instance] = nil
      forgotten.remove(instance)
    }
    let isNew = layers.last?.content.instance != oldTop
    if isNew {
      leaveHeader(for: layers.last?.content.instance)
      focusedPage = layers.last?.content.instance
      pressed = nil
    }
    compose(revealing: isNew)
  }

  /// Changes the size; the last one counts.
  package func resize(width: Int, height: Int) {
    self.width = min(max(1, width), Self.largest)
    self.height = min(max(1, height), Self.largest)
    move = nil
    compose(revealing: true)
  }

  /// What is kept for a page; nil when the screen has never shown it.
  package func state(of instance: UInt64) -> ScreenState? { states[instance] }

  /// Takes what a page has in its fields now, before its whole view is shown.
  package func take(valuesOf view: ViewNode, from instance: UInt64) {
    for entry in ViewOutline(view).entries where entry.node.isField {
      states[instance]?.editors[entry.node.id]?.reconcile(with: entry.node.value)
    }
  }

  /// Drops what is kept for a page whose instance is gone.
  ///
  /// Composing what is shown until then may make it again; it is dropped once more when it is not shown.
  package func forget(_ instance: UInt64) {
    states[instance] = nil
    forgotten.insert(instance)
  }

  /// The picture of the top layer, or of a moment on the way to it.
  package func picture() -> ScreenPicture {
    guard let move else { return stillPicture }
    return move.transition.frame(
      from: move.picture, to: stillPicture, page: composition?.pageRows ?? 0..<height,
      progress: move.progress)
  }

  private var stillPicture: ScreenPicture {
    if let composition { return composition.paint(states: states, focus: focus) }
    var picture = ScreenPicture(grid: CellGrid(width: width, height: height))
    if let message {
      let bar = CellRect(y: height - 1, width: width, height: 1)
      LayerComposition.paint(message, bar, into: &picture.grid)
    }
    return picture
  }

  // MARK: Focus

  /// The control that has the focus; always one of the top layer.
  package var focus: NodeReference? {
    guard let focusedPage, let id = states[focusedPage]?.focus else { return nil }
    let reference = NodeReference(page: focusedPage, id: id)
    return find(reference) == nil ? nil : reference
  }

  /// The region and the number of the node that has the focus.
  var focused: (region: LayerComposition.Region, index: Int)? { focus.flatMap { find($0) } }

  /// Gives a control the focus and, unless it is seen already, scrolls it into view.
  func moveFocus(to region: LayerComposition.Region, _ index: Int, revealing: Bool = true) {
    let instance = region.content.instance
    leaveHeader(for: instance)
    focusedPage = instance
    var state = states[instance] ?? ScreenState()
    state.focus = region.layout.outline[index].id
    state.focusOrdinal = region.layout.outline.focusable.firstIndex(of: index) ?? 0
    states[instance] = state
    if revealing { reveal(region, index) } else { revealCaret(region, index) }
  }

  /// Shows a low container's header from its top again once its controls have lost the focus.
  private func leaveHeader(for instance: UInt64?) {
    guard let focusedPage, focusedPage != instance, let composition,
      composition.regions.count > 1, composition.regions[0].content.instance == focusedPage
    else { return }
    states[focusedPage]?.offsets = [:]
  }

  /// Whether what a person looks for in a control can be seen: of a field its contents, else any of it.
  func isSeen(_ region: LayerComposition.Region, _ index: Int) -> Bool {
    let placement = placement(of: region)
    let box = region.layout.boxes[index]
    let visible = placement.visible(box)
    guard region.layout.outline[index].isField else { return !visible.isEmpty }
    let field = FieldFrame(region.layout.outline[index], box, frame: placement.frame(of: box))
    return !field.contents.intersection(visible).isEmpty
  }

  /// Scrolls a node into view.
  func reveal(_ region: LayerComposition.Region, _ index: Int) {
    let instance = region.content.instance
    guard let offsets = states[instance]?.offsets else { return }
    states[instance]?.offsets = region.layout.offsets(revealing: index, from: offsets)
    revealCaret(region, index)
  }

  /// Scrolls a field so that its caret is seen.
  func revealCaret(_ region: LayerComposition.Region, _ index: Int) {
    let node = region.layout.outline[index]
    guard node.isField else { return }
    let box = region.layout.boxes[index]
    let width = FieldFrame(node, box, frame: box.frame).contents.width
    states[region.content.instance]?.editors[node.id]?.revealCaret(
      width: width, secure: node.kind == .secureField)
  }

  /// The region and number of a node of the top layer.
  func find(_ reference: NodeReference) -> (region: LayerComposition.Region, index: Int)? {
    for region in composition?.regions ?? [] where region.content.instance == reference.page {
      if let index = region.layout.outline.index(of: reference.id) { return (region, index) }
    }
    return nil
  }

  // MARK: Composing

  /// Composes the top layer.
  ///
  /// - Parameter revealing: Whether what has the focus is scrolled into view even if it had it
  ///   before. A page that only changes its view must not undo a person's scrolling.
  private func compose(revealing: Bool) {
    let before = focus
    let old = self.composition
    guard let top = layers.last else {
      composition = nil
      return
    }
    let line =
      notice.map { ScreenMessage($0, tone: .notice) } ?? message
      ?? hint.map { ScreenMessage($0, tone: .hint) }
    let composition = LayerComposition(top, message: line, width: width, height: height)
    self.composition = composition
    let known = Set(composition.regions.map(\.content.instance)).filter {
      states[$0]?.focus != nil
    }
    var new: Set<UInt64> = []
    for region in composition.regions {
      let instance = region.content.instance
      let isNew = states[instance, default: ScreenState()].reconcile(
        with: region.layout, after: old?.region(of: instance)?.layout)
      if isNew || !known.contains(instance) { new.insert(instance) }
    }
    // The page comes before its container when both have controls.
    let withControls = composition.regions.filter { !$0.layout.outline.focusable.isEmpty }
    if !withControls.contains(where: { $0.content.instance == focusedPage }) {
      focusedPage = (withControls.last ?? composition.body).content.instance
    }
    defer { revealAnswer(since: old) }
    guard let (region, index) = focused else { return }
    // A page that is new is read from its top, wherever its first control is.
    if !new.contains(region.content.instance), revealing || focus != before {
      reveal(region, index)
    } else {
      revealCaret(region, index)
    }
  }
}
