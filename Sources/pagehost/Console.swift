internal import Glibc
internal import Host

/// Where results and diagnostics are printed.
///
/// It writes to duplicates of the descriptors that the process was started with, because 1 and 2 lead to the log once
/// pages run.
struct Console: Sendable {
  private let output: Int32
  private let errors: Int32
  private let coloursErrors: Bool

  /// A failed write of a result.
  struct WriteError: Error, CustomStringConvertible {
    var code: Int32
    var description: String {
      "cannot write to standard output: \(String(cString: strerror(code)))"
    }
  }

  /// Takes duplicates of standard output and standard error.
  init() {
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    coloursErrors = Self.allowsColour(on: STDERR_FILENO)
    Self.occupyClosedStreams()
  }

  /// Leads what the process was started without to nowhere.
  ///
  /// The next file to be opened would become standard input, or have diagnostics written into it.
  private static func occupyClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Prints a result, with a line feed where it lacks one.
  func print(_ text: String) throws(WriteError) {
    try Self.write(text.hasSuffix("\n") ? text : text + "\n", to: output)
  }

  /// Prints `pagehost: error: …`, and `advice` on the lines below.
  func error(_ message: String, advice: String? = nil) {
    let label = coloursErrors ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    let lines = ["pagehost: \(label) \(message)", advice].compactMap(\.self)
    // There is nowhere left to report a failure of standard error to.
    try? Self.write(lines.joined(separator: "\n") + "\n", to: errors)
  }

  // MARK: Terminals

  /// Whether both input and output are a terminal.
  var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(output) == 1 }

  /// Takes the terminal over.
  @MainActor func terminal() throws(TerminalError) -> Terminal {
    try Terminal(
      input: STDIN_FILENO, output: output, term: getenv("TERM").map { String(cString: $0) },
      usesColor: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
  }

  /// Ends the process by a signal, as whoever sent it expects.
  func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  /// Tells how far something is, on a terminal only.
  @MainActor func progress(_ label: String, of total: Int) -> Progress {
    Progress(label: label, total: total, output: isatty(errors) == 1 ? errors : nil)
  }

  /// Something that takes longer than a second.
  @MainActor final class Progress {
    private let label: String
    private let total: Int
    private let output: Int32?
    private var started = time(nil)
    private var isShown = false

    init(label: String, total: Int, output: Int32?) {
      self.label = label
      self.total = total
      self.output = output
    }

    /// Shows the step that is done, once a second at most.
    func update(_ step: Int) {
      guard let output, time(nil) > started else { return }
      started = time(nil)
      isShown = true
      try? Console.write("\r\(label) \(step) of \(total)\u{1B}[K", to: output)
    }

    /// Removes what was shown.
    func end() {
      guard let output, isShown else { return }
      try? Console.write("\r\u{1B}[K", to: output)
    }
  }

  /// Whether the descriptor is a terminal whose user wants colour (https://no-color.org).
  private static func allowsColour(on descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    if let wish = getenv("NO_COLOR"), wish.pointee != 0 { return false }
    return getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
  }

  /// Writes all of `text` (write(2)).
  fileprivate static func write(_ text: String, to descriptor: Int32) throws(WriteError) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw WriteError(code: errno) }
    }
  }
}
