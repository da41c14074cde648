internal import CCurl
internal import ManifestModel

/// One request of a page from its beginning to its answer, over all redirects.
@MainActor final class Transfer {
  private let fetch: FetchRequest
  private let access: RequestAccess
  private let transfers: CurlTransfers
  private let completion: @MainActor (Result<Value, ServiceError>) -> Void
  private let progress: (@MainActor (Int64, Int64) -> Void)?

  private var message: CurlRequest.Message
  private var request: CurlRequest?
  private var redirects = 0
  private var answer = ResponseBuffer()
  private var isDone = false
  /// Why a callback ended it.
  private var failure: ServiceError?
  private var nextProgress: Int64 = 1
  /// What the page has not been told yet.
  private var untold: (received: Int64, total: Int64)?

  /// - Parameter url: Has been checked against `access`.
  init(
    _ fetch: FetchRequest, url: RequestURL, access: RequestAccess, on transfers: CurlTransfers,
    progress: (@MainActor (Int64, Int64) -> Void)?,
    completion: @escaping @MainActor (Result<Value, ServiceError>) -> Void
  ) {
    self.fetch = fetch
    self.access = access
    self.transfers = transfers
    self.progress = progress
    self.completion = completion
    message = CurlRequest.Message(
      url: url, method: fetch.effectiveMethod, headers: fetch.headers, body: fetch.body)
  }

  /// Sends it, or what a redirect has made of it.
  func send() {
    guard !isDone else { return }
    answer = ResponseBuffer(maxBytes: fetch.maxBytes)
    let context = Unmanaged.passUnretained(self).toOpaque()
    // `transfers` keeps this object as long as libcurl may call back.
    request = CurlRequest(
      message, timeoutMilliseconds: fetch.timeoutMilliseconds, authorities: transfers.authorities,
      context: context)
    guard let request, transfers.add(self, request) else {
      return finish(.failure(ServiceError(.failed, "libcurl takes no more requests")))
    }
  }

  /// Ends it without an answer.
  func cancel() {
    isDone = true
    release()
  }

  /// Ends it with a failure.
  func fail(_ error: ServiceError) { finish(.failure(error)) }

  private func release() {
    if let request { transfers.remove(request) }
    request = nil
  }

  private func finish(_ result: Result<Value, ServiceError>) {
    guard !isDone else { return }
    cancel()
    completion(result)
  }

  // MARK: What libcurl tells

  /// Takes the end of one exchange.
  func ended(_ code: CURLcode) {
    guard !isDone else { return }
    let status = request?.status ?? 0
    let redirect = request?.redirect
    let reason = request?.reason(code) ?? ""
    let fault = request?.certificateFault ?? .other
    request = nil
    if let failure { return finish(.failure(failure)) }
    guard code == CURLE_OK else {
      return finish(.failure(refusal(code, reason, fault)))
    }
    do throws(ServiceError) {
      if let redirect, fetch.maxRedirects > 0, try follow(redirect, status: status) {
        return send()
      }
    } catch {
      return finish(.failure(error))
    }
    finish(.success(answer.value(status: status, url: message.url.text)))
  }

  /// Why there is no answer, with who did not give it.
  private func refusal(
    _ code: CURLcode, _ reason: String, _ fault: CertificateFault
  ) -> ServiceError {
    let origin = message.url.origin
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      let usual = "SSL certificate problem: "
      let words = reason.hasPrefix(usual) ? String(reason.dropFirst(usual.count)) : reason
      return ServiceError(
        .failed, "the certificate of \(origin) is not accepted: \(words)",
        reason: .notTrusted("\(origin)", fault))
    case CURLE_SSL_CACERT_BADFILE:
      let place = transfers.authorities.file ?? transfers.authorities.folder ?? "the system"
      return ServiceError(
        .failed,
        "\(origin) cannot be trusted: the certificates of \(place) cannot be read; mend SSL_CERT_FILE "
          + "or SSL_CERT_DIR", reason: .notTrusted("\(origin)", .unknownAuthority))
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR:
      return ServiceError(.failed, "\(origin): \(reason)", reason: .unreachable("\(origin)"))
    default:
      return ServiceError(.failed, "\(origin): \(reason)", reason: .brokenOff("\(origin)"))
    }
  }

  /// Makes the next message of a redirect; false when the status is none that is followed.
  private func follow(_ target: String, status: Int) throws(ServiceError) -> Bool {
    guard [301, 302, 303, 307, 308].contains(status) else { return false }
    guard redirects < fetch.maxRedirects else {
      throw ServiceError(
        .failed,
        "\(fetch.url) redirects more than \(fetch.maxRedirects) times, at last to \(target)",
        reason: .redirects(fetch.url))
    }
    redirects += 1
    let url = try RequestURL(target)
    try access.check(url.origin, redirectedFrom: message.url.origin)
    if status == 303 && message.method != "HEAD" || status <= 302 && message.method == "POST" {
      message.method = "GET"
      message.body = []
      message.headers = message.headers.filter { !$0.key.lowercased().hasPrefix("content-") }
    }
    if url.origin != message.url.origin {
      // What proves who asks is meant for the first origin only.
      message.headers = message.headers.filter {
        !["authorization", "cookie"].contains($0.key.lowercased())
      }
    }
    message.url = url
    nextProgress = 1
    return true
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard answer.appendBody(bytes) else {
      failure = ServiceError(
        .tooLarge, "the answer of \(message.url.origin) is larger than \(fetch.maxBytes) bytes")
      return false
    }
    return true
  }

  fileprivate func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard answer.appendHeader(bytes) else {
      failure = ServiceError(
        .tooLarge,
        "the headers of \(message.url.origin) are larger than \(FetchRequest.maxHeaderBytes) bytes")
      return false
    }
    return true
  }

  /// Refuses, before a connection is made, an address that only a written-out origin reaches.
  fileprivate func mayUse(address: String) -> Bool {
    guard let error = access.refusal(of: address, for: message.url.origin) else { return true }
    failure = error
    return false
  }

  /// Notes at most a hundred steps, or one for each 16 KiB.
  fileprivate func advanced(received: Int64, total: Int64) {
    guard progress != nil, received >= nextProgress else { return }
    nextProgress = received + max(16_384, total / 100)
    if untold == nil { transfers.tellProgressLater(self) }
    untold = (received, total > 0 ? total : -1)
  }

  /// Tells how far it is, now that libcurl has returned.
  func tellProgress() {
    guard let (received, total) = untold else { return }
    untold = nil
    if !isDone { progress?(received, total) }
  }

  /// What libcurl calls, on the loop's thread and during calls of ``CurlTransfers`` only.
  static func callbacks(_ context: UnsafeMutableRawPointer) -> ccurl_callbacks {
    ccurl_callbacks(
      context: context,
      body: { bytes, one, count, context in
        let size = one * count
        return entered(context) { $0.takeBody(UnsafeRawBufferPointer(start: bytes, count: size)) }
          ? size : size &+ 1
      },
      header: { bytes, one, count, context in
        let size = one * count
        return entered(context) { $0.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size)) }
          ? size : size &+ 1
      },
      progress: { context, total, received, _, _ in
        _ = entered(context) { transfer in
          transfer.advanced(received: Int64(received), total: Int64(total))
          return true
        }
        return 0
      },
      allows: { context, address in
        let address = String(cString: address)
        return entered(context) { $0.mayUse(address: address) }
      })
  }
}

/// Takes a callback of libcurl's.
private func entered(
  _ context: UnsafeMutableRawPointer?, _ body: @MainActor (Transfer) -> Bool
) -> Bool {
  guard let context else { return false }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return MainActor.assumeIsolated { body(transfer) }
}
