package import ManifestModel

/// All controllers by page name: the dictionary that pages are made from.
@MainActor package final class ControllerDictionary {
  private var controllers: [String: Controller] = [:]

  package init() {}

  package subscript(name: String) -> Controller? { controllers[name] }

  /// All controllers in the order of their names.
  package var all: [Controller] { controllers.values.sorted { $0.name < $1.name } }

  package var count: Int { controllers.count }

  /// Takes the pages of the modules that are listed now: new ones get a controller, gone ones lose theirs unless an
  /// instance still lives, changed ones keep theirs.
  /// - Complexity: linear in the number of pages.
  package func update(_ manifests: [Manifest]) {
    var gone = Set(controllers.keys)
    for manifest in manifests {
      for page in manifest.pages where gone.remove(page.name) != nil || controllers[page.name] == nil {
        if let known = controllers[page.name], known.module == manifest.module {
          known.update(page)
        } else {
          controllers[page.name] = Controller(page: page, module: manifest.module)
        }
      }
    }
    for name in gone where controllers[name]?.instances.isEmpty == true { controllers[name] = nil }
  }
}
