/// What has come of an answer, within its limits.
struct ResponseBuffer {
  private let maxBytes: Int
  private var headerBytes = 0
  private var headers: [String: String] = [:]
  private var body: [UInt8] = []

  init(maxBytes: Int = FetchRequest.usualBytes) { self.maxBytes = maxBytes }

  /// Appends bytes of the body; false when they are too many.
  mutating func appendBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= maxBytes - body.count else { return false }
    body.append(contentsOf: bytes)
    return true
  }

  /// Takes one line before or after the body; false when they are too long together.
  mutating func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= FetchRequest.maxHeaderBytes else { return false }
    // Servers may send any bytes here; those that are not UTF-8 are repaired.
    let line = String(decoding: bytes, as: UTF8.self)
    guard !line.hasPrefix("HTTP/") else {
      // A new answer begins: that before it was an interim one.
      headers.removeAll()
      return true
    }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return true }
    let name = parts[0].lowercased()
    let value = String(parts[1]).trimmed
    headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    return true
  }

  /// The answer as pages get it.
  func value(status: Int, url: String) -> Value {
    .map([
      "status": .integer(Int64(status)), "url": .string(url),
      "type": .string(headers["content-type"] ?? ""), "body": .bytes(body),
      "headers": .map(headers.mapValues { .string($0) }),
    ])
  }
}
