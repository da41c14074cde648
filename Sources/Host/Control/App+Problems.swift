internal import ManifestModel

// What of an app.json cannot be followed, though it can be read.
extension App {
  /// Pages that are named and that no usable module has, modules that are named and not there, and keys that are not known,
  /// in the form of a listing's problems.
  package func problems(with listing: Listing) -> [Listing.Problem] {
    let unknown = warnings.map { warning in
      let key = warning.key.isEmpty ? "" : "\(warning.key): "
      return Listing.Problem(
        path: location.file, reason: "has in line \(warning.position.line) \(key)\(warning.reason)")
    }
    var seen: Set<String> = []
    let absent = flow.namedPages.filter { page, _ in
      listing.module(ofPage: page) == nil && seen.insert(page).inserted
    }
    return unknown
      + absent.map { page, line in
        Listing.Problem(
          path: location.file,
          reason: "names in line \(line) the page \(page), which no module has; "
            + "add its module to the modules folder, or correct the name")
      }
      + flow.namedModules.filter { listing.module(named: $0.module) == nil }.map { module, line in
        Listing.Problem(
          path: location.file,
          reason: "names in line \(line) the module \(module), which is not there; "
            + "add it to the modules folder, or correct the name")
      }
  }
}
