internal import Host

/// `pagehost memory`: where warnings of memory pressure come from on this machine.
struct MemoryCommand: Command {
  static let syntax = CommandSyntax(
    name: "memory",
    summary: "Tell where memory warnings come from, and why not from elsewhere",
    discussion: [
      """
      An app uses the first source that does not refuse: MEMORY_PRESSURE_WATCH, the cgroup's \
      memory.pressure, /proc/pressure/memory. 'pagehost warn' always works.
      """,
      """
      The sources are tried as an app that starts here now would try them; nothing is written to a \
      FIFO or socket. Which one a running app uses is in its log.
      """,
    ],
    options: [.json])

  private let isJSON: Bool

  init(_ arguments: ParsedArguments) { isJSON = arguments.contains(.json) }

  func run(_ console: Console) throws -> ExitStatus {
    let report = try PressureReport.ofProcess()
    try console.print(isJSON ? report.jsonText : report.text)
    return .success
  }
}
