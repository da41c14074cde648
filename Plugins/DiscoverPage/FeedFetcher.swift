import PageABI
import PageKit

/// Fetches feeds; what can go wrong is told in words.
@MainActor struct FeedFetcher {
  /// How long a feed may take, and how large it may be.
  static let timeout = Duration.seconds(15)
  static let maxBytes = 4_000_000

  let requests: Requests
  let xml: XML
  let json: JSON
  let words: FeedWords

  /// Why there is no feed, for a person.
  struct Problem: Error {
    let words: String
  }

  /// The address that a person means, the same however its scheme and host are written; without a fragment.
  static func address(_ text: String) -> String? {
    var address = text.collapsed
    for scheme in ["feed://", "feed:"] where address.lowercased().hasPrefix(scheme) {
      address.removeFirst(scheme.count)
    }
    guard !address.isEmpty, !address.contains(" ") else { return nil }
    if !address.contains("://") { address = "https://\(address)" }
    guard let mark = address.firstRange(of: "://") else { return nil }
    let scheme = address[..<mark.lowerBound].lowercased()
    let rest = address[mark.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    // A name and a password before the host keep their case.
    let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    let host = authority.dropFirst(user.count).lowercased()
    guard !host.isEmpty else { return nil }
    let path = rest.dropFirst(authority.count)
    return "\(scheme)://\(user)\(host)\(path.isEmpty ? "/" : path)"
  }

  /// Fetches a feed and reads it.
  func fetch(_ url: String) async throws -> Feed {
    let response: Requests.Response
    do {
      response = try await requests.fetch(
        url, headers: ["Accept": "application/feed+json, application/atom+xml, */*;q=0.8"],
        timeout: Self.timeout, maxBytes: Self.maxBytes)
    } catch let error as PageError {
      throw try problem(error)
    }
    guard response.isSuccess else { throw Problem(words: words.status(response.status)) }
    guard let feed = try await read(response) else { throw Problem(words: words.noFeed) }
    return feed
  }

  private func read(_ response: Requests.Response) async throws -> Feed? {
    // What servers say of a feed's type is often wrong, so its first character decides.
    let first = response.body.first { !" \t\r\n".utf8.contains($0) && $0 < 0x80 }
    do {
      switch first {
      case UInt8(ascii: "{")?: return Feed(try await json.parse(response.body))
      case nil: return nil
      // In UTF-16 a zero stands before or behind it.
      case UInt8(ascii: "<")?, 0?:
        if Self.isHTML(response.body) { return nil }
        return Feed(try await xml.parse(response.body, encoding: response.charset))
      default: return nil
      }
    } catch let error as PageError where error.status == PAGE_INVALID {
      throw Problem(words: words.malformed(error.message))
    } catch let error as PageError {
      throw try problem(error)
    }
  }

  /// Whether a document is a page of the web, which is seldom well-formed.
  private static func isHTML(_ body: [UInt8]) -> Bool {
    let start = String(decoding: body.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html")
  }

  private func problem(_ error: PageError) throws -> Problem {
    switch error.status {
    // The page is being left; nobody reads why.
    case PAGE_CANCELLED: throw error
    case PAGE_TIMED_OUT: Problem(words: words.slow)
    case PAGE_TOO_LARGE: Problem(words: words.large)
    case PAGE_DENIED: Problem(words: words.denied)
    default: Problem(words: words.failed(error.message))
    }
  }
}
