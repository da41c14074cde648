import Foundation

/// A folder that exists as long as its owner.
final class TemporaryFolder {
  /// Without links, as the tool names it.
  let path: String
  private var url: URL { URL(filePath: path) }

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "pagehost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, making the folders above it, and gives its path.
  @discardableResult func write(_ text: String, to path: String) throws -> String {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
