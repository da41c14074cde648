/// Tells which modules and pages come first, as modules are added in the order of the search.
struct Shadows {
  /// The first module of each name, and the first with a page of each name, as indices into the listing.
  private var modules: [String: Int] = [:]
  private var pages: [String: Int] = [:]
  /// Where the modules of the folder at hand begin in the listing.
  private var folderStart = 0

  mutating func beginFolder(at start: Int, count: Int) {
    folderStart = start
    modules.reserveCapacity(modules.count + count)
    pages.reserveCapacity(pages.count + count)
  }

  /// Adds a module to the listing, marked where others come before it.
  ///
  /// Two of the same name in one folder are also a problem: nobody chose an order between them.
  mutating func add(
    _ facts: ModuleFacts, _ path: String, _ identity: FileIdentity, to listing: inout Listing
  ) {
    let index = listing.modules.count
    listing.modules.append(.init(facts: facts, path: path, identity: identity))
    if let first = Self.first(facts.module, index, in: &modules) {
      let other = listing.modules[first].path
      listing.modules[index].shadowedBy = other
      if first >= folderStart {
        listing.problems.append(
          .init(
            path: path, reason: "is a second module \(facts.module) beside \(other); remove one"))
      }
      return
    }
    for page in facts.pages {
      guard let first = Self.first(page, index, in: &pages), first != index else { continue }
      let other = listing.modules[first].path
      listing.modules[index].shadowedPages[page] = other
      if first >= folderStart {
        listing.problems.append(
          .init(
            path: path,
            reason: "has a page \(page), as has \(other) beside it; rename the page, or remove one")
        )
      }
    }
  }

  /// Gives who had a name before, or notes that `index` is the first.
  private static func first(_ name: String, _ index: Int, in names: inout [String: Int]) -> Int? {
    let first = names[name, default: index]
    if first == index { names[name] = index }
    return first == index ? nil : first
  }
}
