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
  static func problem(of text: String, _ words: Words) -> String? {
    if text.allSatisfy(\.isWhitespace) { return words.blank }
    return text.count > longest ? words.tooLong(text.count) : nil
  }
}
