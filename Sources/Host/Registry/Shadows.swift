/// Tells which modules and pages come first, as modules are added in the order of the search.
struct Shadows {
  private var modules: [String: String] = [:]
  private var pages: [String: String] = [:]
  /// The modules of the folder at hand begin here in the listing.
  private var folderPaths: Set<String> = []

  mutating func beginFolder() { folderPaths.removeAll(keepingCapacity: true) }

  /// Adds a module to the listing, marked where others come before it.
  ///
  /// Two of the same name in one folder are also a problem: nobody chose an order between them.
  mutating func add(_ module: Listing.Module, to listing: inout Listing) {
    var module = module
    if let first = modules[module.facts.module] {
      module.shadowedBy = first
      if folderPaths.contains(first) {
        listing.problems.append(
          .init(
            path: module.path,
            reason: "is a second module \(module.facts.module) beside \(first); remove one"))
      }
    } else {
      modules[module.facts.module] = module.path
      for page in module.facts.pages {
        guard let first = pages[page] else {
          pages[page] = module.path
          continue
        }
        guard first != module.path else { continue }
        module.shadowedPages[page] = first
        if folderPaths.contains(first) {
          listing.problems.append(
            .init(
              path: module.path,
              reason: "has a page \(page), as has \(first) beside it; rename one, or remove it"))
        }
      }
    }
    folderPaths.insert(module.path)
    listing.modules.append(module)
  }
}
