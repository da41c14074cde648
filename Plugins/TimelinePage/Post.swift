import PageKit

/// One post of the account.
struct Post {
  static let longest = 2000

  let id: Int64
  let text: String
  /// When, in microseconds since 1970.
  let posted: Int64

  /// Reads a row of the table `posts`.
  init(row: [String: PageValue]) throws {
    id = try row["id"]?.asInteger() ?? 0
    text = try row["text"]?.asString() ?? ""
    posted = try row["posted"]?.asInteger() ?? 0
  }

  /// Why a text cannot be posted, if it cannot.
  static func problem(of text: String) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "Write something first." }
    guard text.count > longest else { return nil }
    return "A post has at most \(longest) characters; this one has \(text.count)."
  }

  /// How long ago it was posted, in words.
  func age(at now: Int64) -> String {
    let minutes = (now - posted) / 60_000_000
    return switch minutes {
    case ..<1: "just now"
    case ..<60: "\(minutes) min ago"
    case ..<1440: "\(minutes / 60) h ago"
    default: "\(minutes / 1440) d ago"
    }
  }
}
