import Foundation

/// One run of the built tool: what it was given, and what came of it.
struct ToolRun {
  let status: Int32
  let output: String
  let errors: String

  /// The tool under test: `$PAGEHOST_UNDER_TEST`, else the one that was built beside the tests.
  static let tool: URL =
    if let path = ProcessInfo.processInfo.environment["PAGEHOST_UNDER_TEST"] {
      URL(filePath: path)
    } else {
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "pagehost")
    }

  /// Runs the tool to its end in `folder`, with no more of an environment than is given, its output read
  /// or led to a device.
  ///
  /// A tool that hangs is ended after a minute and its status is 124 (timeout(1)).
  init(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: String = "", output device: String? = nil
  ) throws {
    let streams = try ["in", "out", "err"].map { name in
      let file = URL(filePath: folder.path).appending(path: ".\(name)-\(UUID().uuidString)")
      try Data((name == "in" ? input : "").utf8).write(to: file)
      return file
    }
    defer { for file in streams { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--signal=KILL", "60", Self.tool.path] + arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(
      forWritingTo: device.map { URL(filePath: $0) } ?? streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: streams[1], encoding: .utf8)
    errors = try String(contentsOf: streams[2], encoding: .utf8)
  }
}
