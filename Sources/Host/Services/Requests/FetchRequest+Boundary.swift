internal import PageABI

extension FetchRequest {
  /// Copies a request of a page.
  init(copying original: UnsafePointer<page_fetch>) throws {
    let size = Int(UnsafeRawPointer(original).load(as: UInt32.self))
    guard size >= MemoryLayout<page_fetch>.size else { throw Value.BoundaryError.missingData }
    let fetch = original.pointee
    self.init(try Value.copy(fetch.url))
    method = try Value.copy(fetch.method)
    for (name, value) in try Value.copy(fetch.headers) {
      guard case .string(let text) = value else { throw Value.BoundaryError.noValue }
      headers[name] = text
    }
    body = try Value.copy(fetch.body)
    if fetch.max_bytes > 0 { maxBytes = Int(clamping: fetch.max_bytes) }
    if fetch.timeout_milliseconds > 0 { timeoutMilliseconds = Int(fetch.timeout_milliseconds) }
    if fetch.max_redirects > 0 { maxRedirects = Int(fetch.max_redirects) }
    if fetch.flags & PAGE_FETCH_STAY != 0 { maxRedirects = 0 }
    wantsProgress = fetch.flags & PAGE_FETCH_PROGRESS != 0
    if fetch.flags & PAGE_FETCH_PUBLIC != 0 { action = try Value.copy(fetch.action) }
  }
}
