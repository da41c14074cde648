internal import Host

/// No page or module has the name that was given.
struct UnknownName: Error, CustomStringConvertible {
  let description: String

  init(_ name: String, in listing: Listing) {
    // A file that cannot be used is named by its reason.
    if let problem = listing.problem(named: name) {
      description = "\(problem.path) \(problem.reason)"
      return
    }
    let names = listing.modules.flatMap(\.facts.pages)
    let known = Set(names).sorted().joined(separator: ", ")
    description =
      "no page or module is named '\(name)'" + Suggestion.clause(for: name, among: names)
      + (known.isEmpty ? "; there are none" : "; there are \(known)")
  }
}
