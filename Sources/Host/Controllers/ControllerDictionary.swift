package import ManifestModel

/// All controllers by page name: the dictionary that pages are made from.
@MainActor package final class ControllerDictionary {
  private var controllers: [String: Controller] = [:]

  package init() {}

  package subscript(name: String) -> Controller? { controllers[name] }

  /// All controllers in the order of their names.
  package var all: [Controller] { controllers.values.sorted { $0.name < $1.name } }

  package var count: Int { controllers.count }

  /// Takes the pages of the modules that are listed now, the first where several have a page of one name.
  ///
  /// New pages get a controller, changed ones keep theirs, and gone ones, or those that another module has now, lose
  /// theirs unless an instance still lives.
  /// - Returns: Controllers that were replaced or are gone; what waits for them has to be answered.
  /// - Complexity: O(n) in the number of pages.
  @discardableResult package func update(_ manifests: [Manifest]) -> [Controller] {
    var seen: Set<String> = []
    var left: [Controller] = []
    for manifest in manifests {
      for page in manifest.pages where seen.insert(page.name).inserted {
        if let known = controllers[page.name] {
          if known.module == manifest.module {
            known.update(page)
            continue
          }
          guard known.instances.isEmpty else { continue }
          left.append(known)
        }
        controllers[page.name] = Controller(page: page, module: manifest.module)
      }
    }
    for (name, controller) in controllers
    where !seen.contains(name) && controller.instances.isEmpty {
      controllers[name] = nil
      left.append(controller)
    }
    return left
  }
}
