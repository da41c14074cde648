extension ManifestReader {
  mutating func permissions(_ node: JSONNode) throws(ManifestError) -> Manifest.Permissions {
    let object = try node.object()
    warn(object, known: ["database", "preferences", "session", "census", "requests", "xml"])
    var permissions = Manifest.Permissions()
    if let database = object["database"] { try self.database(database, into: &permissions) }
    permissions.preferences = try object["preferences"]?.boolean() ?? false
    permissions.session = try object["session"]?.boolean() ?? false
    permissions.census = try object["census"]?.boolean() ?? false
    permissions.xml = try object["xml"]?.boolean() ?? false
    if let requests = object["requests"] { permissions.requests = try requests.origins() }
    return permissions
  }

  private mutating func database(
    _ node: JSONNode, into permissions: inout Manifest.Permissions
  ) throws(ManifestError) {
    let object = try node.object()
    warn(object, known: ["tables", "reads"])
    guard object["tables"] != nil || object["reads"] != nil else {
      throw node.error("neither tables nor reads; add one of them, or remove the key")
    }
    var names = FirstUses(of: "a table")
    if let tables = object["tables"] {
      for item in try tables.elements() {
        permissions.tables.append(try table(item, among: &names))
      }
    }
    if let reads = object["reads"] {
      var readNames = FirstUses(of: "a table to read")
      for item in try reads.elements() {
        let name = try item.tableName()
        if let line = names.line(of: name) {
          throw item.error(
            "the module owns the table \(name.quoted), at line \(line), and may read it; remove it")
        }
        try readNames.add(name, at: item)
        permissions.reads.append(name)
      }
    }
  }

  private mutating func table(
    _ node: JSONNode, among names: inout FirstUses
  ) throws(ManifestError) -> Manifest.Table {
    let object = try node.object()
    warn(object, known: ["name", "columns", "shared", "search"])
    let nameNode = try object.required("name", example: "\"posts\"")
    let name = try nameNode.tableName()
    try names.add(name, at: nameNode)
    let columns = try object.required("columns", example: "\"id INTEGER PRIMARY KEY\"")
    let definitions = try columns.columnDefinitions()
    return Manifest.Table(
      name, columns: definitions, shared: try object["shared"]?.boolean() ?? false,
      search: try object["search"].map { node throws(ManifestError) in
        try searchColumns(node, among: definitions)
      } ?? [])
  }

  /// The columns that a table's full-text search finds words in.
  private func searchColumns(
    _ node: JSONNode, among definitions: String
  ) throws(ManifestError) -> [String] {
    var names = FirstUses(of: "a column to search")
    var columns: [String] = []
    for item in try node.elements() {
      let name = try item.string()
      guard name.isTableName, name != "rank", definitions.hasWord(name) else {
        throw item.error(
          "\(name.quoted) is no column to search; write the name of a column of this table, "
            + "lower-case letters, digits and _, and not 'rank'")
      }
      try names.add(name, at: item)
      columns.append(name)
    }
    guard !columns.isEmpty else { throw node.error("no column to search; add one, or remove the key") }
    return columns
  }
}

extension JSONNode {
  /// Where requests may go, at least one place.
  package func origins() throws(ManifestError) -> [OriginPattern] {
    let items = try elements()
    guard !items.isEmpty else {
      throw error("no origin; add one such as \"https://example.com\", or remove the key")
    }
    var uses = FirstUses(of: "an origin")
    var origins: [OriginPattern] = []
    for item in items {
      let origin = try item.origin()
      try uses.add(origin.description, at: item)
      origins.append(origin)
    }
    return origins
  }

  private func origin() throws(ManifestError) -> OriginPattern {
    let text = try string()
    do {
      return try OriginPattern(text)
    } catch {
      throw self.error(error.reason)
    }
  }

  fileprivate func tableName() throws(ManifestError) -> String {
    let name = try string()
    guard name.isTableName else {
      throw error(
        "\(name.quoted) is no table's name; write names such as 'posts', lower-case letters, "
          + "digits and _, not beginning with 'sqlite_', at most 64 bytes")
    }
    guard !Manifest.Table.isSearchIndex(name) else {
      throw error(
        "\(name.quoted) is kept for the index of a table with \"search\"; choose a name that does "
          + "not end with '\(Manifest.Table.searchSuffix)'")
    }
    return name
  }

  /// SQL that can stand between the parentheses of CREATE TABLE and cannot end them.
  fileprivate func columnDefinitions() throws(ManifestError) -> String {
    let text = try string()
    guard text.utf8.contains(where: \.isLetter) else {
      throw error("expected column definitions such as 'id INTEGER PRIMARY KEY', not \(summary)")
    }
    var depth = 0
    var quote: UInt8?
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "["): quote = UInt8(ascii: "]")
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ";"): throw error("a ';' in column definitions; remove it")
      case UInt8(ascii: "-") where previous == byte, UInt8(ascii: "*") where previous == 0x2F:
        throw error("a comment in column definitions; remove it")
      default: break
      }
      guard depth >= 0 else { throw error("a ')' that nothing opens; remove it") }
      previous = byte
    }
    guard depth == 0 else { throw error("a '(' that nothing closes; close it") }
    guard quote == nil else { throw error("a quote that nothing closes; close it") }
    return text
  }
}

extension String {
  /// Whether a word stands in it.
  fileprivate func hasWord(_ word: String) -> Bool {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == word }
  }
}
