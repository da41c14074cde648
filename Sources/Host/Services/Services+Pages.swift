package import ManifestModel

extension Services: PageServices {
  private static let launched = "launched"

  package var account: String? { session.current?.name }

  package var isFirstLaunch: Bool {
    do throws(ServiceError) {
      return try preferences.hostValue(Services.launched) == nil
    } catch {
      // Showing the first page once more does less harm than never showing it.
      log.write(.error, "host", "whether this is the first launch cannot be read: \(error)")
      return true
    }
  }

  package func noteLaunched() {
    do throws(ServiceError) {
      try preferences.setHostValue(Services.launched, .boolean(true))
    } catch {
      log.write(.error, "host", "that the app was launched cannot be kept: \(error)")
    }
  }

  package func signOut() { session.signOut() }

  package func modulesChanged(_ manifests: [Manifest]) { database.declare(manifests) }

  package func moduleClosed(_ module: String) { database.close(module: module) }

  package func log(_ text: String, level: UInt32, source: String) {
    log.write(Log.Level(rawValue: level) ?? .error, source, text)
  }

  package func begin(
    _ request: ServiceCall, for module: Manifest,
    progress: @escaping @MainActor (Int64, Int64) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> @MainActor () -> Void {
    let name = module.module
    let pending: ServiceRequest
    switch request {
    case .database(let sql, let parameters):
      pending = database.run(module: name, sql: sql, parameters: parameters) { result in
        completion(PortAnswer(result) { .value($0) })
      }
    case .preference(let preference):
      pending = preferences.get(module: name, name: preference) { result in
        completion(PortAnswer(result) { value in value.map { .value($0) } ?? .none })
      }
    case .setPreference(let preference, let value):
      pending = preferences.set(module: name, name: preference, value: value) { result in
        completion(PortAnswer(result) { _ in .none })
      }
    case .currentAccount:
      let account = account.map { ["account": Value.string($0)] } ?? [:]
      pending = answerLater(PortAnswer(.ok, payload: .value(.map(account))), completion)
    case .signIn(let account, let password, let remember):
      pending = session.signIn(account: account, password: password, remember: remember) { result in
        completion(PortAnswer(result) { _ in .none })
      }
    case .createAccount(let account, let password, let remember):
      pending = session.createAccount(
        account: account, password: password, remember: remember
      ) { result in
        completion(PortAnswer(result) { _ in .none })
      }
    case .json(let document):
      let done = ServiceCompletion<Value> { result in
        completion(PortAnswer(result) { .value($0) })
      }
      loop.work({ JSONDocument.read(document) }) { done($0) }
      pending = done.request
    case .fetch(let fetch):
      pending = requests.fetch(
        fetch, module: name, origins: module.permissions.requests, progress: progress
      ) { result in
        completion(PortAnswer(result) { .value($0) })
      }
    case .parseXML(let document, let encoding):
      pending = parse(document, encoding: encoding) { result in
        completion(PortAnswer(result) { .value($0) })
      }
    case .census, .present, .cancelFetch:
      pending = answerLater(
        PortAnswer(.unsupported, message: "the main controller answers this"), completion)
    }
    return { pending.cancel() }
  }

  package func beginPublicly(
    _ fetch: FetchRequest, for module: Manifest,
    accepted: @escaping @MainActor (PortAnswer) -> Void,
    completion: @escaping @MainActor (PortAnswer) -> Void
  ) {
    var isAccepted = false
    _ = requests.fetch(
      fetch, module: module.module, origins: module.permissions.requests,
      accepted: {
        isAccepted = true
        accepted(.done)
      }
    ) { result in
      let answer = PortAnswer(result) { .value($0) }
      if isAccepted { completion(answer) } else { accepted(answer) }
    }
  }

  package func endPublicRequests() { requests.cancelAll() }

  /// Reads XML on a worker, one document after another.
  private func parse(
    _ document: [UInt8], encoding: String,
    _ completion: @escaping @MainActor (Result<Value, ServiceError>) -> Void
  ) -> ServiceRequest {
    let completion = ServiceCompletion(completion)
    documents.run {
      XMLReader.read(document, encoding: encoding)
    } completion: {
      completion($0)
    }
    return completion.request
  }

  private func answerLater(
    _ answer: PortAnswer, _ completion: @escaping @MainActor (PortAnswer) -> Void
  ) -> ServiceRequest {
    let completion = ServiceCompletion<PortAnswer> { result in
      if case .success(let answer) = result { completion(answer) }
    }
    loop.later { completion(.success(answer)) }
    return completion.request
  }
}

extension PortAnswer {
  /// The answer that a service's result stands for.
  init<Success>(
    _ result: Result<Success, ServiceError>, payload: (Success) -> Payload
  ) {
    switch result {
    case .success(let value): self.init(.ok, payload: payload(value))
    case .failure(let error):
      self.init(
        PageStatus(rawValue: error.code.rawValue), message: error.message, reason: error.reason)
    }
  }
}
