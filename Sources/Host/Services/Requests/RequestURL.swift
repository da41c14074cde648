internal import CCurl
package import ManifestModel

/// A URL as libcurl reads it, so that what is checked is what is fetched.
package struct RequestURL: Sendable, Hashable {
  /// In normal form, without fragment.
  package let text: String
  package let origin: Origin

  /// Reads an absolute URL; libcurl must be open.
  init(_ text: String) throws(ServiceError) {
    guard text.utf8.count <= RequestURL.maxBytes else {
      throw ServiceError(
        .invalid, "a URL has at most \(RequestURL.maxBytes) bytes", reason: .noAddress)
    }
    guard let url = ccurl_url_init() else { throw ServiceError(.failed, "out of memory") }
    defer { ccurl_url_cleanup(url) }
    let code = ccurl_url_set(url, CURLUPART_URL, text, 0)
    guard code == CURLUE_OK else {
      let reason = String(cString: ccurl_url_strerror(code))
      throw ServiceError(
        .invalid, "'\(text)' is no URL (\(reason)); write one such as https://example.com/feed",
        reason: .noAddress)
    }
    func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
      guard let copy = ccurl_url_get(url, part, flags) else { return nil }
      defer { ccurl_free(copy) }
      return String(validatingCString: copy)
    }
    guard let scheme = part(CURLUPART_SCHEME), let usual = Origin.usualPort(of: scheme) else {
      throw ServiceError(
        .invalid, "'\(text)' is neither http nor https; nothing else is fetched", reason: .noAddress
      )
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw ServiceError(
        .invalid, "a URL with a name or password is not fetched; remove them", reason: .noAddress)
    }
    // Name lookups use the form in ASCII, and so do manifests.
    guard let host = part(CURLUPART_HOST, UInt32(CURLU_PUNYCODE)) ?? part(CURLUPART_HOST),
      ccurl_url_set(url, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK, let whole = part(CURLUPART_URL)
    else {
      throw ServiceError(.invalid, "'\(text)' is no URL that can be fetched", reason: .noAddress)
    }
    self.text = whole
    origin = Origin(
      scheme: scheme, host: host, port: part(CURLUPART_PORT).flatMap { UInt16($0) } ?? usual)
  }

  private static let maxBytes = 8_192
}
