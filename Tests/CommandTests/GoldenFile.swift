import Foundation
import Testing

/// A file of `Golden` with the text that the tool has to print.
///
/// `UPDATE_GOLDEN=1 swift test --filter CommandTests` writes the files anew; read the difference before you commit it.
struct GoldenFile {
  private let url: URL

  init(_ name: String, file: String = #filePath) {
    url = URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
  }

  /// What the file holds.
  var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }

  /// Expects `text` to be the file's.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: url)
    }
    let golden = try self.text
    #expect(text == golden, "it differs from \(url.path)", sourceLocation: sourceLocation)
  }
}
