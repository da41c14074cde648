// What stands in fields is the person's, and comes back with the page whether or not the page saves it. A password is not
// for a saved state, which may be kept in a file.
extension MainController {
  /// Remembers what stands in the fields of a page that is about to be evicted, unless the page has changed it since.
  func noteFields(of instance: Instance, in entry: StackEntry) {
    instance.refreshView { _ in }
    let editors = screen.state(of: instance.number)?.editors ?? [:]
    entry.fields.removeAll()
    for node in instance.view.fields where editors[node.id]?.text == node.value {
      entry.fields[node.id] = node.value
    }
  }

  /// Tells pages that came back what stood in their fields and does not any more.
  /// - Returns: Whether one was told, so that its view is to be read again before it is shown.
  func returnFields() -> Bool {
    var isTold = false
    for entry in navigation.chain where !entry.fields.isEmpty {
      guard let instance = entry.instance, instance.state == .initialized else { continue }
      let fields = entry.fields
      entry.fields.removeAll()
      // They stood in another edition of its view.
      guard entry.screenState?.edition == entry.controller.edition else { continue }
      for node in instance.view.fields {
        guard let text = fields[node.id], text != node.value else { continue }
        instance.port.enter(.event(.change(id: node.id, text: text))) { _ in }
        isTold = true
      }
    }
    if isTold { setNeedsRefresh() }
    return isTold
  }
}

extension PageView {
  fileprivate var fields: [ViewNode] {
    ViewOutline(root).entries.map(\.node).filter(\.isField)
  }
}
