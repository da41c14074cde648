internal import CCurl

/// One request of libcurl's: an easy handle with what it refers to.
@MainActor final class CurlRequest {
  let raw: UnsafeMutableRawPointer
  private let words: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?

  /// What to send where.
  struct Message {
    var url: RequestURL
    var method: String
    var headers: [String: String]
    var body: [UInt8]
  }

  /// - Parameter context: Given to the callbacks; must outlive the request.
  init?(
    _ message: Message, timeoutMilliseconds: Int, authorities: TrustedAuthorities,
    context: UnsafeMutableRawPointer
  ) {
    guard let raw = ccurl_easy_init() else { return nil }
    self.raw = raw
    words = .allocate(capacity: Int(CURL_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    ccurl_set_pointer(raw, CURLOPT_ERRORBUFFER, words)
    ccurl_set_text(raw, CURLOPT_URL, message.url.text)
    restrict(timeoutMilliseconds)
    if let file = authorities.file { ccurl_set_text(raw, CURLOPT_CAINFO, file) }
    if let folder = authorities.folder { ccurl_set_text(raw, CURLOPT_CAPATH, folder) }
    set(message)
    var callbacks = Transfer.callbacks(context)
    ccurl_set_callbacks(raw, &callbacks)
  }

  isolated deinit {
    ccurl_easy_cleanup(raw)
    ccurl_list_free(headers)
    words.deallocate()
  }

  /// Sets what holds for every request.
  private func restrict(_ timeoutMilliseconds: Int) {
    ccurl_set_text(raw, CURLOPT_PROTOCOLS_STR, "http,https")
    // Redirects are followed by `Transfer`, which checks where they lead.
    ccurl_set_number(raw, CURLOPT_FOLLOWLOCATION, 0)
    // The environment's proxies would be reached instead of the origin that was checked.
    ccurl_set_text(raw, CURLOPT_PROXY, "")
    ccurl_set_number(raw, CURLOPT_NOSIGNAL, 1)
    // A name that is still looked up does not keep the loop when its request is cancelled.
    ccurl_set_number(raw, CURLOPT_QUICK_EXIT, 1)
    ccurl_set_number(raw, CURLOPT_NOPROGRESS, 0)
    // Every compression that libcurl knows; what comes out is counted.
    ccurl_set_text(raw, CURLOPT_ACCEPT_ENCODING, "")
    ccurl_set_text(raw, CURLOPT_USERAGENT, "PageHost")
    ccurl_set_number(raw, CURLOPT_CONNECTTIMEOUT_MS, timeoutMilliseconds)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYPEER, 1)
    ccurl_set_number(raw, CURLOPT_SSL_VERIFYHOST, 2)
  }

  private func set(_ message: Message) {
    if message.method == "HEAD" {
      ccurl_set_number(raw, CURLOPT_NOBODY, 1)
    } else {
      if !message.body.isEmpty || ["POST", "PUT", "PATCH"].contains(message.method) {
        ccurl_set_large(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(message.body.count))
        message.body.withUnsafeBytes { body in
          // It copies as many bytes as were stated before; none need an address too.
          if let base = body.baseAddress, !body.isEmpty {
            ccurl_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, base)
          } else {
            ccurl_set_text(raw, CURLOPT_COPYPOSTFIELDS, "")
          }
        }
      }
      ccurl_set_text(raw, CURLOPT_CUSTOMREQUEST, message.method)
    }
    // Without this libcurl waits a second for servers that do not answer it.
    var lines = ["Expect:"]
    if !message.headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
      // Else libcurl claims that every body is a form.
      lines.append("Content-Type:")
    }
    for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) {
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    for line in lines { headers = ccurl_list_append(headers, line) ?? headers }
    ccurl_set_pointer(raw, CURLOPT_HTTPHEADER, headers)
  }

  // MARK: The answer

  var status: Int { ccurl_get_number(raw, CURLINFO_RESPONSE_CODE) }

  /// What the check of the server's certificate came to. CURLINFO_SSL_VERIFYRESULT
  var certificateFault: CertificateFault {
    CertificateFault(verification: ccurl_get_number(raw, CURLINFO_SSL_VERIFYRESULT))
  }

  /// Where the answer redirects to, absolute.
  var redirect: String? {
    ccurl_get_text(raw, CURLINFO_REDIRECT_URL).flatMap { String(validatingCString: $0) }
  }

  /// Why it failed, in libcurl's words.
  func reason(_ code: CURLcode) -> String {
    let own = String(cString: words)
    return own.isEmpty ? String(cString: ccurl_easy_strerror(code)) : own
  }
}
