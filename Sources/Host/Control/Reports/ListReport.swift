/// The pages that were found and the files that cannot be used, as `pagehost list` tells them.
package struct ListReport: Sendable, Codable, Hashable {
  package struct Page: Sendable, Codable, Hashable {
    package var page: String
    package var module: String
    package var version: String
    package var abi: Int
    /// `private`, `shared` or `none`.
    package var runtime: String
    package var unloads: Bool
    /// Why it does not unload; empty when it does.
    package var why: String
    package var path: String
    package var bytes: UInt64
    /// Whether a page of the same name comes before it.
    package var shadowed: Bool
  }

  package struct Problem: Sendable, Codable, Hashable {
    package var path: String
    package var reason: String
  }

  package var format = 1
  package var pages: [Page]
  package var problems: [Problem]

  package init(_ listing: Listing) {
    pages = listing.modules.flatMap { module in
      module.facts.pages.map { page in
        Page(
          page: page, module: module.facts.module, version: module.facts.version,
          abi: Int(module.facts.abi), runtime: module.facts.runtime.rawValue,
          unloads: module.facts.unloads, why: module.facts.why ?? "", path: module.path,
          bytes: module.identity.size, shadowed: module.shadow(of: page) != nil)
      }
    }
    problems = listing.problems.map { Problem(path: $0.path, reason: $0.reason) }
  }

  /// A table of the pages, and the problems below it.
  package var text: String {
    var lines = TextTable(
      header: ["PAGE", "MODULE", "VERSION", "RUNTIME", "UNLOADS", "BYTES"],
      rows: pages.map { page in
        [
          page.page, page.module, page.version, page.runtime, page.unloads ? "yes" : "no",
          "\(page.bytes)" + (page.shadowed ? "  (shadowed)" : ""),
        ]
      }
    ).lines
    let reasons = pages.filter { !$0.unloads }.map { "\($0.page) does not unload: \($0.why)" }
    if !reasons.isEmpty { lines += [""] + reasons }
    if !problems.isEmpty { lines += [""] + problems.map { "\($0.path) \($0.reason)" } }
    return lines.joined(separator: "\n")
  }
}
