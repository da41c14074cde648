internal import ManifestModel
package import PageABI

// What pages ask of services, and where the answers go.
extension MainController {
  package func serve(
    _ module: Module, instance number: UInt64, token: UInt64, _ request: ServiceCall
  ) -> page_status {
    guard let instance = module.instances.first(where: { $0.number == number }),
      instance.state != .released
    else { return PAGE_CANCELLED }
    switch request {
    case .present(let outcome, let values):
      return present(outcome, values, for: instance, token: token)
    case .census:
      // Taken two turns on, when what was on its way out as it was asked for has left and is unmapped.
      loop.later { [weak self, weak instance] in
        guard let self, let instance else { return }
        loop.later { [weak self, weak instance] in
          guard let self, let instance else { return }
          answer(instance, token, census)
        }
      }
    case .cancelFetch(let token):
      guard let pending = requests[number]?.removeValue(forKey: token) else {
        return PAGE_NOT_FOUND
      }
      pending.drop()
      return PAGE_OK
    case _ where requests[number]?[token] != nil:
      // Two of one token could not both be dropped when the page leaves.
      return PAGE_INVALID
    case .fetch(let fetch) where fetch.action != nil: fetchPublicly(fetch, module, instance, token)
    default: begin(request, module, instance, token)
    }
    return PAGE_PENDING
  }

  private func begin(
    _ request: ServiceCall, _ module: Module, _ instance: Instance, _ token: UInt64
  ) {
    let number = instance.number
    let drop = services.begin(
      request, for: granted(module),
      progress: { [weak instance] received, total in
        instance?.port.enter(.progress(token: token, received: received, total: total)) { _ in }
      },
      completion: { [weak self, weak instance] answer in
        self?.requests[number]?[token] = nil
        instance?.port.enter(.completed(token: token, answer)) { _ in }
      })
    var url: String?
    if case .fetch(let fetch) = request { url = fetch.url }
    requests[number, default: [:]][token] = PendingService(url: url, drop: drop)
  }

  /// The answer of a page that took too long, with the servers for which it waits.
  func naming(_ answer: PortAnswer, awaitedBy instance: Instance) -> PortAnswer {
    let urls = requests[instance.number]?.values.compactMap(\.url).sorted() ?? []
    guard answer.status == .timedOut, !urls.isEmpty else { return answer }
    var answer = answer
    answer.message += "; it waits for \(urls.joined(separator: ", "))"
    answer.reason = .waitsFor(urls)
    return answer
  }

  /// Answers in a coming turn.
  private func answer(_ instance: Instance, _ token: UInt64, _ answer: PortAnswer) {
    loop.later { [weak instance] in
      guard let instance, instance.state != .released else { return }
      instance.port.enter(.completed(token: token, answer)) { _ in }
    }
  }

  /// The manifest of a module with what `app.json` grants besides.
  private func granted(_ module: Module) -> Manifest {
    guard let more = flow.origins[module.name] else { return module.manifest }
    var manifest = module.manifest
    manifest.permissions.requests += more
    return manifest
  }

  // MARK: Public requests

  /// The arguments of an action that takes the answer of a public request.
  private static let answerTypes: [ValueType] = [.integer, .string, .string, .bytes, .string]

  private func fetchPublicly(
    _ fetch: FetchRequest, _ module: Module, _ instance: Instance, _ token: UInt64
  ) {
    let action = fetch.action ?? ""
    if let refusal = refusal(of: action, for: module) {
      return answer(instance, token, refusal)
    }
    let name = module.name
    services.beginPublicly(
      fetch, for: granted(module),
      accepted: { [weak instance] accepted in
        guard let instance, instance.state != .released else { return }
        instance.port.enter(.completed(token: token, accepted)) { _ in }
      },
      completion: { [weak self] answer in
        self?.deliver(answer, of: fetch.url, to: action, from: name)
      })
  }

  /// Why an action cannot take the answers of a module's requests; nil when it can.
  private func refusal(of action: String, for module: Module) -> PortAnswer? {
    guard dispatcher.find(action, for: module).0 == PAGE_OK else {
      return PortAnswer(
        .denied,
        message: "\(action) is neither an action of \(module.name) nor listed in its \"calls\"; "
          + "add it to page.json")
    }
    let own = module.manifest.pages.flatMap { $0.actions.map(\.signature) }
    let signature = (own + module.manifest.calls).first { $0.name == action }
    guard signature?.arguments.map(\.type) == MainController.answerTypes else {
      return PortAnswer(
        .invalid,
        message: "an answer needs \(action)(status: x, url: s, type: s, body: ay, error: s), not "
          + (signature?.description ?? action))
    }
    return nil
  }

  /// Calls an action with the answer of a public request.
  private func deliver(
    _ answer: PortAnswer, of url: String, to action: String, from module: String
  ) {
    var values: [Value] = [
      .integer(0), .string(url), .string(""), .bytes([]),
      .string(answer.status == .ok ? "" : told(answer)),
    ]
    if answer.status == .ok, case .map(let map)? = answer.value {
      values = [
        map["status"] ?? values[0], map["url"] ?? values[1], map["type"] ?? values[2],
        map["body"] ?? values[3], .string(""),
      ]
    }
    dispatcher.call(action, values) { [services] reply in
      guard reply.status != .ok else { return }
      services.log(
        "the answer of \(url) did not reach \(action): \(reply.message)", level: 2, source: module)
    }
  }
}

/// What a page asked of a service and did not get yet.
struct PendingService {
  /// What is fetched, if it is a fetch.
  var url: String?
  var drop: @MainActor () -> Void
}
