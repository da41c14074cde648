import FoundationEssentials
import PageKit

/// Reads and writes JSON by FoundationEssentials.
final class EssentialsPage: Page {
  private struct Note: Codable, Comparable {
    var id: UUID?
    var title: String
    static func < (a: Note, b: Note) -> Bool { a.title < b.title }
  }

  private var titles: [String] = []

  override func initData(_ arguments: [String: PageValue]) async throws {
    titles = try Self.sorted(Data(#"[{"title":"Two"},{"title":"One"}]"#.utf8)).map(\.title)
  }

  func essentialsSort(json: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(Self.sorted(Data(json.utf8))), as: UTF8.self)
  }

  private static func sorted(_ json: Data) throws -> [Note] {
    try JSONDecoder().decode([Note].self, from: json).sorted()
  }

  @ViewBuilder override var view: View { Text(titles.joined(separator: ", ")) }
}
