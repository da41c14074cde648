/// What a page wants fetched, as it crossed the boundary.
package struct FetchRequest: Sendable, Hashable {
  package var url: String
  /// Empty: GET, or POST when there is a body.
  package var method = ""
  package var headers: [String: String] = [:]
  package var body: [UInt8] = []
  package var maxBytes = FetchRequest.usualBytes
  package var timeoutMilliseconds = FetchRequest.usualTimeout
  /// How many redirects are followed; 0: the redirect is the answer.
  package var maxRedirects = FetchRequest.usualRedirects
  package var wantsProgress = false
  /// The action that gets the answer, for a request that survives its page.
  package var action: String?

  package static let usualBytes = 8 << 20
  package static let maxBytes = 15 << 20
  package static let usualTimeout = 30_000
  package static let maxTimeout = 600_000
  package static let usualRedirects = 5
  package static let maxRedirects = 20
  /// The most that a server may send before the body.
  package static let maxHeaderBytes = 65_536

  package init(_ url: String) { self.url = url }

  /// The method that is sent.
  var effectiveMethod: String { method.isEmpty ? body.isEmpty ? "GET" : "POST" : method }

  /// Checks all that can be checked without looking at the URL.
  func check() throws(ServiceError) {
    guard FetchRequest.methods.contains(effectiveMethod) else {
      throw ServiceError(
        .invalid,
        "'\(method)' is no method; use one of \(FetchRequest.methods.joined(separator: ", "))")
    }
    guard body.isEmpty || !["GET", "HEAD"].contains(effectiveMethod) else {
      throw ServiceError(.invalid, "\(effectiveMethod) has no body; remove it, or use POST")
    }
    guard (1...FetchRequest.maxBytes).contains(maxBytes) else {
      throw ServiceError(.invalid, "max_bytes is at most \(FetchRequest.maxBytes)")
    }
    guard (1...FetchRequest.maxTimeout).contains(timeoutMilliseconds) else {
      throw ServiceError(.invalid, "a timeout is at most \(FetchRequest.maxTimeout) milliseconds")
    }
    guard (0...FetchRequest.maxRedirects).contains(maxRedirects) else {
      throw ServiceError(.invalid, "at most \(FetchRequest.maxRedirects) redirects are followed")
    }
    for (name, value) in headers { try FetchRequest.check(header: name, value) }
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  /// Headers that frame the message, which only the host may write.
  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer",
    "transfer-encoding", "upgrade", "accept-encoding", "proxy-authorization",
  ]

  private static func check(header name: String, _ value: String) throws(ServiceError) {
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    guard isToken else { throw ServiceError(.invalid, "'\(name)' is no header's name") }
    guard !reserved.contains(name.lowercased()) else {
      throw ServiceError(.invalid, "the header \(name) is the host's own; remove it")
    }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw ServiceError(.invalid, "the header \(name) has a control character in its value")
    }
  }
}
