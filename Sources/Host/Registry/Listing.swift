internal import ManifestModel

/// The modules of an app and those of its search path, and what is wrong with the files that are none.
package struct Listing: Sendable, Hashable {
  /// One module.
  package struct Module: Sendable, Hashable {
    package var facts: ModuleFacts
    /// The file's path: its folder as it was named, and its name.
    package var path: String
    package var identity: FileIdentity
    /// The path of the module of the same name that comes before it; then none of its pages is used.
    package var shadowedBy: String?
    /// The paths of the modules that come before it by the names of those of its pages that they have too.
    package var shadowedPages: [String: String] = [:]

    /// The path of the module that comes before this one for `page`.
    package func shadow(of page: String) -> String? { shadowedBy ?? shadowedPages[page] }
  }

  /// A file or folder that cannot be used.
  package struct Problem: Sendable, Hashable {
    package var path: String
    /// What is wrong with it and what to do, as the rest of a sentence that begins with the path.
    package var reason: String
  }

  /// All modules, those that are shadowed too, in the order of the folders and of their names.
  package var modules: [Module] = []
  package var problems: [Problem] = []

  /// The module that `name` means, which is not shadowed.
  ///
  /// Takes time in proportion to the number of modules.
  package func module(named name: String) -> Module? {
    modules.first { $0.shadowedBy == nil && $0.facts.module == name }
  }

  /// What is wrong with the file that `name` means: a module, a file of the folders, or its path.
  package func problem(named name: String) -> Problem? {
    problems.first { problem in
      let file = problem.path.split(separator: "/").last ?? ""
      return problem.path == name || file == name || file == "lib\(name).so"
    }
  }

  /// The module whose page `name` means.
  ///
  /// Takes time in proportion to the number of modules.
  package func module(ofPage name: String) -> Module? {
    modules.first { $0.facts.pages.contains(name) && $0.shadow(of: name) == nil }
  }
}
