extension Manifest {
  /// Reads a `page.json`, or the descriptor of a note.
  ///
  /// - Parameters:
  ///   - json: the text, at most `JSONNode.maxBytes`.
  ///   - file: what errors call the document.
  package init(json: [UInt8], file: String) throws(ManifestError) {
    self = try Self.read(json: json, file: file).manifest
  }

  /// Reads a `page.json`, and gives warnings for what is in it and not known.
  package static func read(
    json: [UInt8], file: String
  ) throws(ManifestError) -> (manifest: Manifest, warnings: [Warning]) {
    var reader = ManifestReader()
    let manifest = try reader.manifest(try JSONNode.parse(json, file: file))
    return (manifest, reader.warnings)
  }
}

/// Turns a document into a manifest and checks that its parts agree.
struct ManifestReader {
  private(set) var warnings: [Manifest.Warning] = []
  private var pageNames = FirstUses(of: "a page")
  private var actionNames = FirstUses(of: "an action")
  private var actions: [String: Signature] = [:]
  /// Identifiers at file scope of the Swift glue.
  private var swiftNames = FirstUses(of: "a name of the Swift glue's")

  mutating func manifest(_ node: JSONNode) throws(ManifestError) -> Manifest {
    let object = try node.object()
    try checkVersions(object)
    warn(
      object,
      known: [
        "manifest", "abi", "module", "version", "pages", "calls", "permissions",
        "heapLimitBytes",
      ])

    let module = try object.required("module", example: "\"HomePage\"").pageName()
    let version = try object.required("version", example: "\"1.0.0\"")
    guard try version.string().isVersion else {
      throw version.error("expected a version such as 1.0.0, not \(version.summary)")
    }
    let pages = try pages(try object.required("pages", example: "[{\"name\": \"\(module)\"}]"))
    let calls = try object["calls"].map { node throws(ManifestError) in try self.calls(node) } ?? []
    let permissions =
      try object["permissions"].map { node throws(ManifestError) in try self.permissions(node) }
      ?? Manifest.Permissions()

    let manifest = Manifest(
      module: module, version: try version.string(), pages: pages, calls: calls,
      permissions: permissions,
      heapLimit: try object["heapLimitBytes"].map { node throws(ManifestError) in
        Int(try node.integer(in: Manifest.heapLimits))
      })
    let bytes = manifest.noteBytes.count
    guard bytes <= Manifest.noteMaxBytes else {
      throw node.error(
        "the manifest has \(bytes) bytes without its spaces; a note holds \(Manifest.noteMaxBytes);"
          + " divide the module", code: .tooLarge)
    }
    return manifest
  }

  private func checkVersions(_ object: JSONObject) throws(ManifestError) {
    let schema = try object.required("manifest", example: "\(Manifest.schema)")
    let number = try schema.integer()
    guard number == Manifest.schema else {
      throw schema.error(
        "version \(number) is not known; write \(Manifest.schema), or update PageHost",
        code: .unsupportedVersion)
    }
    guard let abi = object["abi"] else { return }
    let contract = try abi.integer()
    guard contract == Manifest.abi else {
      throw abi.error(
        "contract \(contract) is not known; known is \(Manifest.abi); update PageHost",
        code: .unsupportedVersion)
    }
  }

  private mutating func pages(_ node: JSONNode) throws(ManifestError) -> [Manifest.Page] {
    let items = try node.elements()
    guard !items.isEmpty else { throw node.error("a module has at least one page; add it") }
    guard items.count <= Manifest.maxPages else {
      throw node.error(
        "\(items.count) pages; a module has at most \(Manifest.maxPages)", code: .tooLarge)
    }
    var pages: [Manifest.Page] = []
    for item in items { pages.append(try page(item)) }
    return pages
  }

  private mutating func page(_ node: JSONNode) throws(ManifestError) -> Manifest.Page {
    let object = try node.object()
    warn(
      object,
      known: [
        "name", "type", "title", "titles", "instances", "transition", "arguments", "actions",
        "outcomes",
      ])
    let nameNode = try object.required("name", example: "\"HomePage\"")
    let name = try nameNode.pageName()
    try pageNames.add(name, at: nameNode)
    var page = Manifest.Page(name)

    if let type = object["type"] { page.type = try type.typeName() }
    try declare(page.type, at: object["type"] ?? nameNode)
    if let title = object["title"] { page.title = try title.title() }
    if let titles = object["titles"] { page.titles = try self.titles(titles) }
    if let instances = object["instances"] {
      page.instances = try instances.choice(Manifest.Instances.self)
    }
    if let transition = object["transition"] {
      page.transition = try transition.word(Manifest.transitions)
    }
    if let arguments = object["arguments"] { page.arguments = try self.arguments(arguments) }
    if let actions = object["actions"] {
      for item in try actions.elements() { page.actions.append(try action(item, of: page)) }
    }
    if !page.actions.isEmpty { try declare(page.actionsProtocol, at: nameNode) }
    if let outcomes = object["outcomes"] { page.outcomes = try self.outcomes(outcomes) }
    if !page.outcomes.isEmpty { try declare(page.outcomesType, at: nameNode) }
    return page
  }

  private func titles(_ node: JSONNode) throws(ManifestError) -> [String: String] {
    var titles: [String: String] = [:]
    for member in try node.object().members {
      guard member.key.isLanguage else {
        throw member.node.error(
          "\(member.key.quoted) is no language; write two or three lower-case letters such as 'zh'")
      }
      titles[member.key] = try member.node.title()
    }
    return titles
  }

  private func arguments(_ node: JSONNode) throws(ManifestError) -> [String: ValueType] {
    var arguments: [String: ValueType] = [:]
    for member in try node.object().members {
      guard member.key.isPlainName else {
        throw member.node.error(
          "\(member.key.quoted) is no argument's name; write names such as 'contact', lower-case "
            + "first, letters and digits, at most 64 bytes")
      }
      arguments[member.key] = try member.node.choice(ValueType.self)
    }
    return arguments
  }

  private mutating func action(
    _ node: JSONNode, of page: Manifest.Page
  ) throws(ManifestError) -> Manifest.Action {
    var signatureNode = node
    var whenAbsent = Manifest.WhenAbsent.unavailable
    if case .object = node.content {
      let object = try node.object()
      warn(object, known: ["action", "whenAbsent"])
      signatureNode = try object.required("action", example: "\"notices.count() -> x\"")
      if let choice = object["whenAbsent"] {
        whenAbsent = try choice.choice(Manifest.WhenAbsent.self)
      }
    }
    let signature = try signatureNode.action()
    try actionNames.add(signature.name, at: signatureNode)
    try declare(page.thunk(of: signature), at: signatureNode)
    actions[signature.name] = signature
    return Manifest.Action(signature, whenAbsent: whenAbsent)
  }

  private func outcomes(_ node: JSONNode) throws(ManifestError) -> [Signature] {
    var names = FirstUses(of: "an outcome")
    var outcomes: [Signature] = []
    for item in try node.elements() {
      let outcome = try item.outcome()
      guard !Manifest.reservedOutcomes.contains(outcome.name) else {
        throw item.error("the name \(outcome.name.quoted) is kept for the glue; choose another")
      }
      try names.add(outcome.name, at: item)
      outcomes.append(outcome)
    }
    return outcomes
  }

  private mutating func calls(_ node: JSONNode) throws(ManifestError) -> [Signature] {
    var names = FirstUses(of: "a call")
    var members = FirstUses(of: "a name of the Swift glue's")
    var calls: [Signature] = []
    for item in try node.elements() {
      let call = try item.action()
      try names.add(call.name, at: item)
      try members.add(call.swiftName, at: item)
      if let action = actions[call.name], !action.agrees(with: call) {
        throw item.error(
          "the module offers \(action.description.quoted) itself; call it with that signature")
      }
      calls.append(call)
    }
    if !calls.isEmpty { try declare(Manifest.callsType, at: node) }
    return calls
  }

  private mutating func declare(_ name: String, at node: JSONNode) throws(ManifestError) {
    guard !Manifest.reservedSwiftNames.contains(name) else {
      throw node.error("the name \(name.quoted) is kept for the glue; choose another")
    }
    try swiftNames.add(name, at: node)
  }

  mutating func warn(_ object: JSONObject, known: [String]) {
    warnings += object.warnings(known: known)
  }
}
