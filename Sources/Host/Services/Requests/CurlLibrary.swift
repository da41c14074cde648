internal import CCurl

/// libcurl, opened on a worker when the first request needs it.
enum CurlLibrary {
  /// Opens it, which takes some 20 ms the first time.
  static func open() -> Result<Void, ServiceError> {
    var words = [CChar](repeating: 0, count: 512)
    guard ccurl_open(&words, words.count) else {
      let reason = String(
        decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .failure(
        ServiceError(.unavailable, "libcurl cannot be used (\(reason)); install libcurl4"))
    }
    return .success(())
  }
}
