internal import ManifestModel

/// The tables that all modules declare, and whose they are.
struct DatabaseCatalogue: Sendable {
  /// What each module asks for, by its name.
  let permissions: [String: Manifest.Permissions]
  /// The owner of each table that one module declares, by the table's name in lower case.
  let owners: [String: String]
  /// The modules that declare the same table, by its name in lower case.
  let conflicts: [String: [String]]

  private let tables: [String: Manifest.Table]

  init(_ manifests: [Manifest] = []) {
    var permissions: [String: Manifest.Permissions] = [:]
    var declaring: [String: [String]] = [:]
    var tables: [String: Manifest.Table] = [:]
    for manifest in manifests where permissions[manifest.module] == nil {
      permissions[manifest.module] = manifest.permissions
      for table in manifest.permissions.tables {
        declaring[table.name.lowercased(), default: []].append(manifest.module)
        tables[table.name.lowercased()] = table
      }
    }
    self.permissions = permissions
    self.tables = tables
    owners = declaring.filter { $0.value.count == 1 }.compactMapValues(\.first)
    conflicts = declaring.filter { $0.value.count > 1 }.mapValues { $0.sorted() }
  }

  /// The declaration of a table that has one owner.
  ///
  /// - Parameter name: Lower case.
  func table(_ name: String) -> Manifest.Table? { owners[name] == nil ? nil : tables[name] }
}
