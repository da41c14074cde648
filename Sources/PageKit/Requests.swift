internal import PageABI

extension Page {
  /// Requests over HTTP; the manifest asks for them with `"requests": ["https://example.com"]`.
  public var requests: Requests { Requests(link: link) }
}

/// Requests over HTTP, to the origins that the manifest or the app grants, also after a redirect.
///
/// They are cancelled when the page leaves, and when the task that waits for them is. Six of a module are under way at
/// once, 64 more wait. In ``Page/initData(_:)`` a slow server keeps the page from being shown, for 30 seconds at most;
/// a page that can do without is better shown first and fetches in a ``Page/task(_:)``.
@MainActor public struct Requests {
  let link: HostLink

  /// Tells how many bytes have come, as sent, and how many there will be, if that is known; some hundred times at
  /// most, or each 16 KiB where it is not known, and not after the answer.
  public typealias Progress = @MainActor (_ received: Int64, _ total: Int64?) -> Void

  /// Fetches what a URL stands for.
  /// - Parameters:
  ///   - timeout: From now to the whole answer; the host's default is 30 seconds, the most 10 minutes.
  ///   - maxBytes: Of the body as decompressed; the host's default is 8 MiB, the most 15 MiB.
  /// - Returns: The answer, whatever its status: ``Response/isSuccess`` tells whether it is a good one.
  /// - Throws: ``PageError`` when there is no answer, or the origin is not granted.
  public func fetch(
    _ url: String, headers: [String: String] = [:], timeout: Duration? = nil, maxBytes: Int? = nil,
    progress: Progress? = nil
  ) async throws -> Response {
    var request = Request(url)
    request.headers = headers
    request.timeout = timeout
    request.maxBytes = maxBytes
    return try await send(request, progress: progress)
  }

  /// Sends bytes of a type to a URL.
  public func post(
    _ url: String, _ body: [UInt8], type: String, headers: [String: String] = [:],
    timeout: Duration? = nil, progress: Progress? = nil
  ) async throws -> Response {
    var request = Request(url)
    request.method = "POST"
    request.headers = headers
    request.headers["Content-Type"] = type
    request.body = body
    request.timeout = timeout
    return try await send(request, progress: progress)
  }

  /// Sends a request and waits for its answer.
  public func send(_ request: Request, progress: Progress? = nil) async throws -> Response {
    let table = try link.service(PAGE_REQUESTS, page_requests.self)
    let answer = try await link.cancellableRequest(
      progress: progress,
      cancel: { [link] token in _ = table.pointee.cancel(link.host, link.instance, token) }
    ) { token, scratch in
      var fetch = request.fetch(scratch)
      if progress != nil { fetch.flags |= PAGE_FETCH_PROGRESS }
      return table.pointee.fetch(link.host, link.instance, token, &fetch)
    }
    return try Response(try answer.asMap())
  }

  /// Sends a request that goes on when the page leaves: the answer is a call of an action.
  ///
  /// It ends without an answer when the account signs out, and when the app ends.
  ///
  /// The action is the module's own or one that its manifest calls, and takes
  /// `(status: x, url: s, type: s, body: ay, error: s)`; the status is 0 when there is no answer, and `error` says why.
  /// - Throws: ``PageError`` when the request is refused at once.
  public func sendPublicly(_ request: Request, answering action: String) async throws {
    let table = try link.service(PAGE_REQUESTS, page_requests.self)
    _ = try await link.request { token, scratch, _ in
      var fetch = request.fetch(scratch)
      fetch.flags |= PAGE_FETCH_PUBLIC
      fetch.action = scratch.string(action)
      return table.pointee.fetch(link.host, link.instance, token, &fetch)
    }
  }
}

extension Requests {
  /// What is asked for.
  public struct Request: Sendable, Hashable {
    /// Absolute, http or https.
    public var url: String
    /// Empty: GET, or POST when there is a body.
    public var method = ""
    /// By name.
    public var headers: [String: String] = [:]
    /// What is sent along.
    public var body: [UInt8] = []
    /// From now to the whole answer; nil: 30 seconds, at most 10 minutes.
    public var timeout: Duration?
    /// Of the body as decompressed; nil: 8 MiB, at most 15 MiB.
    public var maxBytes: Int?
    /// How many redirects are followed; nil: 5, at most 20, 0: none, the redirect itself is the answer.
    public var maxRedirects: Int?

    /// A request that fetches a URL.
    public init(_ url: String) { self.url = url }

    fileprivate func fetch(_ scratch: ReplyMemory) -> page_fetch {
      var fetch = page_fetch()
      fetch.size = UInt32(MemoryLayout<page_fetch>.size)
      fetch.flags = maxRedirects == 0 ? PAGE_FETCH_STAY : 0
      fetch.url = scratch.string(url)
      fetch.method = scratch.string(method)
      fetch.headers = scratch.map(headers.mapValues { .string($0) })
      fetch.body = scratch.bytes(body)
      fetch.max_bytes = UInt64(max(0, maxBytes ?? 0))
      fetch.timeout_milliseconds = timeout?.milliseconds ?? 0
      fetch.max_redirects = UInt32(clamping: maxRedirects ?? 0)
      return fetch
    }
  }

  /// What came.
  public struct Response: Sendable, Hashable {
    /// The status of HTTP, such as 200 or 404.
    public let status: Int
    /// Where the last redirect led.
    public let url: String
    /// As the server says: `text/xml; charset=utf-8`; empty when it says nothing.
    public let type: String
    /// Decompressed.
    public let body: [UInt8]
    /// By lower-case name.
    public let headers: [String: String]

    init(_ answer: [String: PageValue]) throws {
      status = Int(try answer["status"]?.asInteger() ?? 0)
      url = try answer["url"]?.asString() ?? ""
      type = try answer["type"]?.asString() ?? ""
      body = try answer["body"]?.asBytes() ?? []
      headers = try answer["headers"]?.asMap().mapValues { try $0.asString() } ?? [:]
    }

    /// Whether the status is one of 200 to 299.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// The type alone, in lower case: `text/xml`.
    public var mediaType: String {
      String(type.prefix { $0 != ";" }.filter { !$0.isWhitespace }).lowercased()
    }

    /// The encoding of characters that the type names, if it does: `utf-8`.
    public var charset: String? {
      for parameter in type.split(separator: ";").dropFirst() {
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "charset"
        else { continue }
        return parts[1].filter { !$0.isWhitespace && $0 != "\"" }.lowercased()
      }
      return nil
    }

    /// The body as text, or nil when it is not UTF-8.
    public var text: String? { String(validating: body, as: UTF8.self) }
  }
}

extension Duration {
  /// At least one, as zero stands for the default.
  fileprivate var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let whole = min(max(0, seconds), 4_000_000) * 1_000
    return UInt32(clamping: max(1, whole + max(0, attoseconds) / 1_000_000_000_000_000))
  }
}
