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
struct FlowReader {
  var warnings: [Manifest.Warning] = []
  /// The line that names each page first.
  private var lines: [String: Int] = [:]

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
      "limits", "restore", "origins",
    ])
    let id = try object.required("id", example: "\"org.example.app\"")
    var flow = Flow(
      id: try identifier(id), title: try (object["title"] ?? id).string(),
      start: try start(object), routes: try routes(object), tabs: try tabs(object),
      resident: try residents(object), heapLimits: try limits(object),
      restores: try object["restore"]?.boolean() ?? false, providers: try providers(object))
    flow.origins = try origins(object)
    flow.pageLines = lines
    for key in ["limits", "origins"] {
      for member in try object[key]?.object().members ?? [] {
        let line = member.keyPosition.line
        flow.moduleLines[member.key] = min(flow.moduleLines[member.key] ?? line, line)
      }
    }
    return flow
  }

  /// The id becomes a folder's name, so it has nothing of a path in it.
  private func identifier(_ node: JSONNode) throws(ManifestError) -> String {
    let text = try node.string()
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, !text.isEmpty, text.utf8.count <= 128, text.utf8.first != UInt8(ascii: ".")
    else {
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
      let when = try rule["when"]?.choice(Flow.Condition.self)
      if let earlier = rules.first(where: { $0.when == nil || $0.when == when }) {
        warn(item, "the rule is never reached, since that of line \(earlier.line) holds before it")
      }
      rules.append(
        Flow.StartRule(
          when: when,
          open: try page(rule.required("open", example: "\"HomePage\"")), line: item.line))
    }
    guard rules.contains(where: { $0.when == nil }) else {
      throw node.error(
        "no rule holds always, so the app might have no first page; add {\"open\": \"…\"} at the end"
      )
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
    let needsPage = step != .pop && step != .popToRoot && step != .signOut
    if !needsPage, step != .pop, let to = object["to"] {
      throw to.error("'\(step.rawValue)' leads to no page of its own; remove \"to\"")
    }
    if !needsPage, let pass = object["pass"] {
      throw pass.error("'\(step.rawValue)' passes nothing to a page; remove \"pass\"")
    }
    var pass: [String: String] = [:]
    for member in try object["pass"]?.object().members ?? [] {
      pass[member.key] = try member.node.string()
    }
    return Flow.Route(
      from: try page(object.required("from", example: "\"HomePage\"")),
      on: try outcome(object.required("on", example: "\"finished\"")), step: step,
      to: needsPage
        ? try page(object.required("to", example: "\"HomePage\""))
        : try object["to"].map { node throws(ManifestError) in try page(node) },
      transition: try object["transition"]?.choice(Flow.Transition.self), pass: pass,
      line: item.line)
  }

  private mutating func tabs(_ object: JSONObject) throws(ManifestError) -> [String: [String]] {
    var tabs: [String: [String]] = [:]
    for member in try object["tabs"]?.object().members ?? [] {
      let pages = try names(member.node)
      guard !pages.isEmpty else { throw member.node.error("a tab page needs at least one tab") }
      guard Set(pages).count == pages.count else { throw member.node.error("a tab is there twice") }
      guard !pages.contains(member.key) else {
        throw member.node.error("\(member.key) cannot be a tab of itself")
      }
      guard member.key.isPageName else {
        throw member.node.error("expected a page's name such as HomePage, not \(member.key.quoted)")
      }
      name(member.key, line: member.keyLine)
      tabs[member.key] = pages
    }
    for member in try object["tabs"]?.object().members ?? [] {
      for tab in try member.node.elements() where tabs[try tab.string()] != nil {
        throw tab.error("\(try tab.string()) has tabs of its own; tabs do not nest, so remove one")
      }
    }
    return tabs
  }

  private mutating func providers(_ object: JSONObject) throws(ManifestError) -> [String: String] {
    var providers: [String: String] = [:]
    for member in try object["providers"]?.object().members ?? [] {
      guard member.key.isActionName else {
        throw member.node.error(
          "expected an action's name such as notices.set, not \(member.key.quoted)")
      }
      providers[member.key] = try page(member.node)
    }
    return providers
  }

  mutating func names(_ node: JSONNode?) throws(ManifestError) -> [String] {
    var names: [String] = []
    for item in try node?.elements() ?? [] { names.append(try page(item)) }
    return names
  }

  mutating func page(_ node: JSONNode) throws(ManifestError) -> String {
    let page = try node.string()
    guard page.isPageName else {
      throw node.error("expected a page's name such as HomePage, not \(page.quoted)")
    }
    name(page, line: node.line)
    return page
  }

  private func outcome(_ node: JSONNode) throws(ManifestError) -> String {
    let outcome = try node.string()
    guard outcome.isPlainName else {
      throw node.error("expected an outcome's name such as finished, not \(outcome.quoted)")
    }
    return outcome
  }

  private mutating func name(_ page: String, line: Int) {
    lines[page] = min(line, lines[page] ?? line)
  }

  private mutating func warn(_ node: JSONNode, _ reason: String) {
    warnings.append(
      Manifest.Warning(file: node.file, position: node.position, key: node.path, reason: reason))
  }
}
