// The names that a manifest's things have in the Swift glue. They stand here, not in the tool, because two things whose
// names meet there make the manifest an error.
extension Signature {
  /// The name as one Swift identifier: `notices.set` becomes `noticesSet`.
  package var swiftName: String {
    let parts = name.split(separator: ".")
    return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.capitalizingFirst }
  }
}

extension Manifest.Page {
  /// The protocol with the page's actions.
  package var actionsProtocol: String { "\(name)Actions" }

  /// The structure with the page's outcomes.
  package var outcomesType: String { "\(name)Outcomes" }

  /// The C function behind an action of the page.
  package func thunk(of action: Signature) -> String {
    name.loweringFirst + action.swiftName.capitalizingFirst
  }
}

extension Manifest {
  /// The structure with the module's calls.
  package static let callsType = "Calls"

  /// Names that the glue uses or makes whatever the manifest says.
  static let reservedSwiftNames: Set<String> = [
    "pageManifestNote", "pageModuleOpen", "Page", "PageModule", "PageEntry", "ActionEntry",
    "PageValue", "PageKit", "PageABI", "Bool", "Double", "InlineArray", "Int64", "MainActor",
    "String", "UInt8", "UInt32", "UnsafeMutablePointer", "UnsafeMutableRawPointer",
    "UnsafePointer", "Swift", "Any", "Self", "Type", "Protocol", "Void",
  ]

  /// Names that an outcome cannot have, since its function is a member of a Swift structure.
  static let reservedOutcomes: Set<String> = ["init", "page", "self"]
}

extension StringProtocol {
  var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
  var loweringFirst: String { prefix(1).lowercased() + dropFirst() }
}
