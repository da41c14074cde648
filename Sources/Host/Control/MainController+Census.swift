// What the host is made of right now.
extension MainController {
  /// Where a page is.
  package enum PageState: String, Sendable, Hashable {
    /// Known by its file; nothing of it is mapped.
    case listed
    /// Its image is mapped.
    case loaded
    case initialized
    /// The innermost page drawn topmost.
    case top
  }

  /// The state of a page.
  package func state(of controller: Controller) -> PageState {
    if navigation.top?.controller === controller, navigation.top?.instance != nil { return .top }
    if controller.active != nil { return .initialized }
    if modules[controller.module] != nil { return .loaded }
    return pinned.contains { $0.module.name == controller.module } ? .loaded : .listed
  }

  /// The answer to `page_census.read`.
  var census: PortAnswer {
    var list: [Value] = []
    for module in listing.modules where module.shadowedBy == nil {
      let name = module.facts.module
      let images = images(of: name)
      let pages = module.facts.pages.compactMap { controllers[$0] }.map { controller in
        Value.map([
          "page": .string(controller.name), "state": .string(state(of: controller).rawValue),
          "instances": .integer(Int64(controller.instances.count)),
        ])
      }
      let heapBytes = images.reduce(0) { $0 + ($1.heap?.usage.bytes ?? 0) }
      list.append(
        .map([
          "module": .string(name), "version": .string(module.facts.version),
          "state": .string(images.isEmpty ? "listed" : "loaded"),
          "heapBytes": .integer(Int64(heapBytes)), "pages": .list(pages),
        ]))
    }
    return PortAnswer(
      .ok,
      payload: .value(.map(["version": .string(HostVersion.text), "modules": .list(list)])))
  }
}
