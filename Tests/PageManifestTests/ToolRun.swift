import Foundation

/// A program that has run: what it printed and how it ended.
struct ToolRun {
  var status: Int32
  var output: String
  var errors: String

  /// Runs a program and waits for it.
  ///
  /// - Parameter program: its path, or its name on the search path.
  init(_ program: String, _ arguments: [String], in folder: URL) throws {
    let outputs = ["stdout", "stderr"].map { folder.appending(path: ".\($0)") }
    for output in outputs {
      _ = FileManager.default.createFile(atPath: output.path(), contents: nil)
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    // Files and not pipes, which a talkative program could fill.
    process.standardOutput = try FileHandle(forWritingTo: outputs[0])
    process.standardError = try FileHandle(forWritingTo: outputs[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: outputs[0], encoding: .utf8)
    errors = try String(contentsOf: outputs[1], encoding: .utf8)
  }

  /// Where the built products are: the folder of this test bundle.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The sources of the package.
  static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")
}

/// A folder that is removed with its last user.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "page-manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  func contents(of name: String) throws -> Data {
    try Data(contentsOf: url.appending(path: name))
  }

  /// Runs the built `page-manifest` in the folder.
  func pageManifest(_ arguments: String...) throws -> ToolRun {
    try ToolRun(ToolRun.products.appending(path: "page-manifest").path(), arguments, in: url)
  }

  /// Runs another program in the folder.
  func run(_ program: String, _ arguments: String...) throws -> ToolRun {
    try ToolRun(program, arguments, in: url)
  }
}
