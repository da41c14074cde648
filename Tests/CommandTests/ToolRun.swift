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
  init(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: String = "", output device: String? = nil
  ) throws {
    try self.init(
      command: [Self.tool.path] + arguments, in: folder, environment: environment, input: input,
      output: device)
  }

  /// Runs the tool on a terminal of its own (script(1)); what it prints to both streams is in `output`.
  init(
    onTerminal arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    let command = ([Self.tool.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    // script(1) sets no TERM itself, but the shell that it starts does.
    let unset = environment["TERM"] == nil ? "unset TERM; " : ""
    try self.init(
      command: ["/usr/bin/script", "-qec", unset + command, "/dev/null"], in: folder,
      environment: environment, input: "", output: nil)
  }

  /// Runs a line of the shell in `folder`, in which `$TOOL` is the tool.
  init(
    shell line: String, in folder: TemporaryFolder, environment: [String: String] = [:],
    input: String = ""
  ) throws {
    var environment = environment
    environment["TOOL"] = Self.tool.path
    try self.init(
      command: ["/bin/bash", "-c", line], in: folder, environment: environment, input: input,
      output: nil)
  }

  /// Runs a command; one that hangs is ended after a minute and its status is 124 or 137 (timeout(1)).
  private init(
    command: [String], in folder: TemporaryFolder, environment: [String: String], input: String,
    output device: String?
  ) throws {
    let streams = try ["in", "out", "err"].map { name in
      let file = URL(filePath: folder.path).appending(path: ".\(name)-\(UUID().uuidString)")
      try Data((name == "in" ? input : "").utf8).write(to: file)
      return file
    }
    defer { for file in streams { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--signal=KILL", "60"] + command
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(
      forWritingTo: device.map { URL(filePath: $0) } ?? streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.start()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: streams[1]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
  }
}
