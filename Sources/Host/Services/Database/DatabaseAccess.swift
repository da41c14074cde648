internal import ManifestModel

/// The tables of one module: those that it owns and those of others that it may read.
struct DatabaseAccess: Sendable, Hashable {
  /// A table to be made when it is missing.
  struct Table: Sendable, Hashable {
    var name: String
    var columns: String
    var owner: String
    /// The index for full-text search, if it has one.
    var index: SearchIndex?
  }

  var module: String
  /// What must exist before the module's statements run: its own tables and those it reads.
  var tables: [Table] = []
  /// Names are compared as SQLite does: without regard to case.
  private var owned: Set<String> = []
  private var readable: Set<String> = []
  /// The indexes of those tables, and what FTS5 keeps beside each.
  private var indexes: [String: SearchIndex] = [:]
  /// Why a table cannot be used, by its name, beyond what is to be said of every table.
  private var obstacles: [String: String] = [:]
  /// Every table that any module declares.
  private var known: Set<String> = []
  /// The owner of each known table.
  private var owners: [String: String] = [:]

  /// Works out what `module` may use, given what all modules declare.
  init(of module: String, among catalogue: DatabaseCatalogue) {
    self.module = module
    owners = catalogue.owners
    known = Set(catalogue.owners.keys).union(catalogue.conflicts.keys)
    for (name, modules) in catalogue.conflicts {
      obstacles[name] =
        "table \"\(name)\" is declared by \(modules.formatted); only one may, so rename the "
        + "others' in their page.json"
    }
    guard let permissions = catalogue.permissions[module] else { return }
    for table in permissions.tables {
      let name = table.name.lowercased()
      guard owners[name] == module else { continue }
      owned.insert(name)
      add(table, of: module)
    }
    for read in permissions.reads {
      let name = read.lowercased()
      guard let owner = owners[name], let table = catalogue.table(name) else {
        if obstacles[name] == nil {
          obstacles[name] =
            "table \"\(read)\" is declared by no module; install the one that owns it, or take it "
            + "out of permissions.database.reads in page.json of \(module)"
        }
        continue
      }
      guard table.shared || owner == module else {
        obstacles[name] =
          "table \"\(read)\" is not shared: page.json of \(owner) must declare it with "
          + "\"shared\": true"
        continue
      }
      readable.insert(name)
      add(table, of: owner)
    }
  }

  private mutating func add(_ table: Manifest.Table, of owner: String) {
    let index = SearchIndex(of: table)
    tables.append(
      Table(name: table.name, columns: table.columns, owner: owner, index: index))
    guard let index else { return }
    for name in [index.name] + index.shadows { indexes[name.lowercased()] = index }
  }

  /// Whether the module's writing changes an index.
  var ownsIndex: Bool { tables.contains { $0.index != nil && $0.owner == module } }

  func mayRead(_ table: String) -> Bool {
    let name = table.lowercased()
    return owned.contains(name) || readable.contains(name) || indexes[name] != nil
  }

  /// Whether a statement may change a table.
  ///
  /// - Parameter trigger: The innermost trigger that does it, if one does.
  func mayWrite(_ table: String, in trigger: String?) -> Bool {
    let name = table.lowercased()
    if owned.contains(name) { return true }
    guard let index = indexes[name], owned.contains(index.table.lowercased()) else { return false }
    // FTS5 writes what it keeps beside the index by statements of its own; a page's are refused there by SQLite itself,
    // as the connection is defensive.
    return name != index.name.lowercased() || trigger.map(index.triggers.contains) ?? false
  }

  /// - Parameter name: Lower case.
  func isKnown(_ name: String) -> Bool { known.contains(name) }

  /// Why reading a table is denied, and what would allow it.
  func readingDenied(_ table: String) -> String {
    let name = table.lowercased()
    if let obstacle = obstacles[name] { return obstacle }
    if let owner = owners[name] {
      return "\(module) may not read table \"\(table)\" of \(owner): list \"\(table)\" under "
        + "permissions.database.reads in page.json of \(module)"
    }
    return "\(module) may not read \"\(table)\": it is not a table that \(module) declares under "
      + "permissions.database.tables in page.json"
  }

  /// Why writing a table is denied, and what would allow it.
  func writingDenied(_ table: String) -> String {
    let name = table.lowercased()
    if let obstacle = obstacles[name] { return obstacle }
    if let index = indexes[name] {
      return "\"\(table)\" is kept by the host: change the table \"\(index.table)\", and it follows"
    }
    if let owner = owners[name] {
      return
        "\(module) may not write table \"\(table)\": only its owner, \(owner), may; offer an "
        + "action there and call it"
    }
    return
      "\(module) may not write \"\(table)\": declare it under permissions.database.tables in "
      + "page.json"
  }
}

extension [String] {
  /// "A, B and C".
  fileprivate var formatted: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
