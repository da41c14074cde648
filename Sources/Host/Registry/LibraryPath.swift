internal import Glibc

/// Where the loader looks for libraries, to tell at listing that a needed one is missing.
///
/// Follows `ld.so(8)`: LD_LIBRARY_PATH, the module's own RUNPATH, the loader's cache, the system's folders.
package struct LibraryPath: Sendable {
  /// Folders before the module's RUNPATH.
  private let preferred: [String]
  /// The system's folders.
  private let folders: [String]
  /// The file of the loader's cache.
  private let cacheFile: String?
  /// The names in the cache, once they were needed.
  private var cached: Set<String>?
  /// What was found out: whether a library is on the system, by its name.
  private var known: [String: Bool] = [:]
  /// What was said last: the modules of an app mostly need the same.
  private var last: (needed: [String], runpath: String?, objection: String?)?

  /// - Parameters:
  ///   - preferred: The folders of LD_LIBRARY_PATH.
  ///   - folders: The folders that the loader always looks into.
  ///   - cacheFile: The path of `ld.so.cache`, or nil for none.
  package init(
    preferred: [String] = [], folders: [String] = Self.systemFolders,
    cacheFile: String? = "/etc/ld.so.cache"
  ) {
    self.preferred = preferred
    self.folders = folders
    self.cacheFile = cacheFile
  }

  /// The folders that the loader of Debian and its kin, and of others, always looks into.
  package static var systemFolders: [String] {
    #if arch(arm64)
      let triple = "aarch64-linux-gnu"
    #else
      let triple = "x86_64-linux-gnu"
    #endif
    return ["/lib/\(triple)", "/usr/lib/\(triple)", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  }

  /// Forgets what was found out, since libraries come and go.
  mutating func forget() {
    known.removeAll(keepingCapacity: true)
    cached = nil
    last = nil
  }

  /// Says why a module's libraries cannot be loaded, or nil when all are there.
  ///
  /// - Parameters:
  ///   - needed: The module's `DT_NEEDED`.
  ///   - runpath: The module's `DT_RUNPATH`.
  package mutating func objection(needed: [String], runpath: String?) -> String? {
    if let last, last.needed == needed, last.runpath == runpath { return last.objection }
    let objection = judge(needed: needed, runpath: runpath)
    last = (needed, runpath, objection)
    return objection
  }

  private mutating func judge(needed: [String], runpath: String?) -> String? {
    for library in needed {
      if library.contains("$ORIGIN") || library.contains("${ORIGIN}") {
        return "needs \(library) by $ORIGIN, but modules are loaded from a store of their own; "
          + "link it statically"
      }
      if library.hasPrefix("/") {
        guard !isFile(library) else { continue }
        return "needs \(library), which is not there; install it"
      }
      if library.contains("/") {
        return "needs \(library) by a path that depends on the current folder; link it by name"
      }
      if isOnSystem(library) { continue }
      var usesOrigin = false
      var isFound = false
      for folder in runpath?.split(separator: ":") ?? [] where !isFound {
        if folder.contains("ORIGIN") {
          usesOrigin = true
        } else if folder.hasPrefix("/") {
          isFound = isFile("\(folder)/\(library)")
        }
      }
      if isFound { continue }
      let remedy =
        library.hasPrefix("libswift")
        ? "link the module with -static-stdlib" : "install it, or link it statically"
      return usesOrigin
        ? "needs \(library), which is not on the system's path; libraries beside a module "
          + "($ORIGIN) are not used, since it is loaded from a store of its own; \(remedy)"
        : "needs \(library), which is not on the system's path; \(remedy)"
    }
    return nil
  }

  private mutating func isOnSystem(_ library: String) -> Bool {
    if let answer = known[library] { return answer }
    let answer =
      (preferred + folders).contains { isFile("\($0)/\(library)") }
      || names().contains(library)
    known[library] = answer
    return answer
  }

  private func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private mutating func names() -> Set<String> {
    if let cached { return cached }
    let names = cacheFile.flatMap { LoaderCache.names(inFile: $0) } ?? []
    cached = names
    return names
  }
}
