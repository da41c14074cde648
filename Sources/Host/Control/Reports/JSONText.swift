internal import FoundationEssentials

extension Encodable {
  /// The value as one line of JSON, keys in order.
  package var jsonText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Reports hold texts, whole numbers and finite fractions, none of which an encoder refuses.
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}
