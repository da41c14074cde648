internal import ManifestModel

/// All that is known of one module without running any of its code, as `pagehost show` tells it.
package struct ShowReport: Sendable, Codable, Hashable {
  package struct Page: Sendable, Codable, Hashable {
    package var page: String
    package var title: String
    /// `one` or `many`.
    package var instances: String
    /// Types by name.
    package var arguments: [String: String]
    /// Signatures.
    package var actions: [String]
    package var outcomes: [String]
    /// The path of the module that comes before it; empty when none does.
    package var shadowedBy: String
  }

  package struct Permissions: Sendable, Codable, Hashable {
    package var tables: [String]
    package var reads: [String]
    package var preferences: Bool
    package var session: Bool
    package var census: Bool
    /// Origins.
    package var requests: [String]
    package var xml: Bool
  }

  package var format = 1
  package var module: String
  package var version: String
  package var abi: Int
  package var runtime: String
  package var unloads: Bool
  package var why: String
  package var missingFlags: [String]
  package var needed: [String]
  package var path: String
  package var bytes: UInt64
  package var pages: [Page]
  package var calls: [String]
  package var permissions: Permissions

  /// - Returns: nil when the module's manifest, which was valid when it was listed, cannot be read.
  package init?(_ listed: Listing.Module) {
    guard let manifest = listed.manifest else { return nil }
    let facts = listed.facts
    module = facts.module
    version = facts.version
    abi = Int(facts.abi)
    runtime = facts.runtime.rawValue
    unloads = facts.unloads
    why = facts.why ?? ""
    missingFlags = facts.missingFlags
    needed = facts.needed
    path = listed.path
    bytes = listed.identity.size
    pages = manifest.pages.map { page in
      Page(
        page: page.name, title: page.title, instances: page.instances.rawValue,
        arguments: page.arguments.mapValues(\.rawValue),
        actions: page.actions.map { action in
          action.whenAbsent == .unavailable
            ? "\(action.signature)" : "\(action.signature) (\(action.whenAbsent.rawValue))"
        },
        outcomes: page.outcomes.map(\.description),
        shadowedBy: listed.shadow(of: page.name) ?? "")
    }
    calls = manifest.calls.map(\.description)
    let asked = manifest.permissions
    permissions = Permissions(
      tables: asked.tables.map { $0.shared ? "\($0.name) (shared)" : $0.name },
      reads: asked.reads, preferences: asked.preferences, session: asked.session,
      census: asked.census, requests: asked.requests.map(\.description), xml: asked.xml)
  }

  /// The report for a person.
  package var text: String {
    var lines = [
      "\(module) \(version)", "  path         \(path)", "  size         \(bytes) bytes",
      "  contract     \(abi)", "  runtime      \(runtime)",
      "  unloads      \(unloads ? "yes" : "no: \(why)")",
    ]
    lines += list("needs", needed)
    lines += list("link without", missingFlags)
    lines += list("calls", calls)
    lines += list("tables", permissions.tables)
    lines += list("reads", permissions.reads)
    lines += list("requests to", permissions.requests)
    let services = [
      ("preferences", permissions.preferences), ("session", permissions.session),
      ("census", permissions.census), ("xml", permissions.xml),
    ]
    lines += list("services", services.filter(\.1).map(\.0))
    for page in pages {
      lines += ["", "\(page.page)", "  title        \(page.title)"]
      lines.append("  instances    \(page.instances)")
      if !page.shadowedBy.isEmpty { lines.append("  shadowed by  \(page.shadowedBy)") }
      lines += list(
        "arguments", page.arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
      lines += list("actions", page.actions)
      lines += list("outcomes", page.outcomes)
    }
    return lines.joined(separator: "\n")
  }

  /// A label with one text a line; nothing when there is none.
  private func list(_ label: String, _ texts: [String]) -> [String] {
    texts.enumerated().map { index, text in
      let shown = index == 0 ? label : ""
      return "  \(shown)\(String(repeating: " ", count: max(1, 13 - shown.count)))\(text)"
    }
  }
}
