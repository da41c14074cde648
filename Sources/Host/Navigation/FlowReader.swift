package import ManifestModel

extension Flow {
  /// The version of `app.json` that this host reads.
  package static let version: Int64 = 1

  /// Reads an `app.json`, and gives warnings for what is in it and not known.
  /// - Throws: ``ManifestError`` that names file, line and key.
  package static func read(
    json: [UInt8], file: String
  ) throws(ManifestError) -> (flow: Flow, warnings: [Manifest.Warning]) {
    var reader = FlowReader()
    let flow = try reader.flow(try JSONNode.parse(json, file: file))
    return (flow, reader.warnings)
  }
}

/// Turns the document of an `app.json` into a flow.
private struct FlowReader {
  var warnings: [Manifest.Warning] = []

  mutating func flow(_ node: JSONNode) throws(ManifestError) -> Flow {
    let object = try node.object()
    let version = try object.required("app", example: "1")
    guard try version.integer() == Flow.version else {
      throw version.error(
        "version \(try version.integer()) of app.json is not known; this host reads \(Flow.version)",
        code: .unsupportedVersion)
    }
    warnings += object.warnings(known: [
      "app", "id", "title", "start", "routes", "tabs", "resident", "providers",
    ])
    let id = try object.required("id", example: "\"org.example.app\"")
    return Flow(
      id: try identifier(id), title: try (object["title"] ?? id).string(),
      start: try start(object), routes: try routes(object), tabs: try tabs(object),
      resident: Set(try names(object["resident"])), providers: try providers(object))
  }

  /// The id becomes a folder's name, so it has nothing of a path in it.
  private func identifier(_ node: JSONNode) throws(ManifestError) -> String {
    let text = try node.string()
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, !text.isEmpty, text.utf8.count <= 128, text.utf8.first != UInt8(ascii: ".") else {
      throw node.error("expected letters, digits, '.', '-' and '_', such as org.example.app")
    }
    return text
  }

  private mutating func start(_ object: JSONObject) throws(ManifestError) -> [Flow.StartRule] {
    let node = try object.required("start", example: "[{\"open\": \"HomePage\"}]")
    var rules: [Flow.StartRule] = []
    for item in try node.elements() {
      let rule = try item.object()
      warnings += rule.warnings(known: ["when", "open"])
      rules.append(
        Flow.StartRule(
          when: try rule["when"]?.choice(Flow.Condition.self),
          open: try page(rule.required("open", example: "\"HomePage\"")), line: item.line))
    }
    guard rules.contains(where: { $0.when == nil }) else {
      throw node.error(
        "no rule holds always, so the app might have no first page; add {\"open\": \"…\"} at the end")
    }
    return rules
  }

  private mutating func routes(_ object: JSONObject) throws(ManifestError) -> [Flow.Route] {
    var routes: [Flow.Route] = []
    for item in try object["routes"]?.elements() ?? [] {
      let route = try self.route(item)
      if let earlier = routes.first(where: { $0.from == route.from && $0.on == route.on }) {
        throw item.error(
          "\(route.from) has a route on '\(route.on)' in line \(earlier.line) already; remove one")
      }
      routes.append(route)
    }
    return routes
  }

  private mutating func route(_ item: JSONNode) throws(ManifestError) -> Flow.Route {
    let object = try item.object()
    warnings += object.warnings(known: ["from", "on", "do", "to", "transition", "pass"])
    let step = try object.required("do", example: "\"push\"").choice(Flow.Step.self)
    let needsPage = step != .pop && step != .signOut
    if !needsPage, let to = object["to"] {
      throw to.error("'\(step.rawValue)' leads to no page of its own; remove \"to\"")
    }
    var pass: [String: String] = [:]
    for member in try object["pass"]?.object().members ?? [] {
      pass[member.key] = try member.node.string()
    }
    return Flow.Route(
      from: try page(object.required("from", example: "\"HomePage\"")),
      on: try object.required("on", example: "\"finished\"").string(), step: step,
      to: needsPage ? try page(object.required("to", example: "\"HomePage\"")) : nil,
      transition: try object["transition"]?.choice(Flow.Transition.self), pass: pass,
      line: item.line)
  }

  private func tabs(_ object: JSONObject) throws(ManifestError) -> [String: [String]] {
    var tabs: [String: [String]] = [:]
    for member in try object["tabs"]?.object().members ?? [] {
      let pages = try names(member.node)
      guard !pages.isEmpty else { throw member.node.error("a tab page needs at least one tab") }
      guard Set(pages).count == pages.count else { throw member.node.error("a tab is there twice") }
      guard !pages.contains(member.key) else {
        throw member.node.error("\(member.key) cannot be a tab of itself")
      }
      tabs[member.key] = pages
    }
    return tabs
  }

  private func providers(_ object: JSONObject) throws(ManifestError) -> [String: String] {
    var providers: [String: String] = [:]
    for member in try object["providers"]?.object().members ?? [] {
      providers[member.key] = try page(member.node)
    }
    return providers
  }

  private func names(_ node: JSONNode?) throws(ManifestError) -> [String] {
    var names: [String] = []
    for item in try node?.elements() ?? [] { names.append(try page(item)) }
    return names
  }

  private func page(_ node: JSONNode) throws(ManifestError) -> String {
    let name = try node.string()
    guard let first = name.utf8.first, (0x41...0x5A).contains(first),
      name.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      })
    else { throw node.error("expected a page's name such as HomePage, not '\(name)'") }
    return name
  }
}
