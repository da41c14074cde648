private import Glibc

/// The host's log: one line for each event, in a file of bounded size.
@MainActor package final class Log {
  /// How important a line is; raw values are those of `page_log_level`.
  package enum Level: UInt32, Sendable, Hashable, CaseIterable {
    case debug, info, warning, error

    fileprivate var word: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// The file; what was before it is at the same path with `.1`.
  package let path: String
  private let clock: any HostClock
  private let limit: Int
  private(set) var descriptor: Int32 = -1
  /// Called when lines go to a new file from now on.
  var rotated: (@MainActor (Int32) -> Void)?

  private static let longestText = 8 * 1_024

  /// Opens the file, appending to it.
  ///
  /// A log that cannot be opened loses its lines and nothing else.
  ///
  /// - Parameter limit: Bytes after which a new file is begun.
  package init(path: String, clock: any HostClock, limit: Int = 1_024 * 1_024) {
    self.path = path
    self.clock = clock
    self.limit = limit
    open()
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - source: Who speaks: `ContactPage#7`, a module, `host`.
  ///   - text: Line breaks and control characters are written as escapes, so that one event is one
  ///     line.
  package func write(_ level: Level, _ source: String, _ text: String) {
    keepBounded()
    guard descriptor >= 0 else { return }
    let line = "\(Timestamp(clock.wall)) \(level.word) \(Self.plain(source)): \(Self.plain(text))\n"
    Array(line.utf8).withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count, let base = bytes.baseAddress {
        let count = Glibc.write(descriptor, base + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        // A full disk costs log lines, never the app.
        guard count > 0 else { return }
        done += count
      }
    }
  }

  /// Begins a new file when the present one is full.
  ///
  /// Each line does this by itself. What pages print gets into the file without the log's
  /// knowledge, so whoever runs pages that print calls it now and then; it costs one `fstat`.
  package func keepBounded() {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_size >= limit else { return }
    guard rename(path, "\(path).1") == 0 else { return }
    let old = descriptor
    open()
    rotated?(descriptor)
    Glibc.close(old)
  }

  /// Ends the log; lines are dropped from now on.
  package func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  private func open() {
    descriptor = Glibc.open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// The text with escapes for what would break its line or reach a terminal as a command.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longestText else {
        result.append(contentsOf: "…".unicodeScalars)
        break
      }
      count += 1
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\t": result.append(" ")
      case _ where scalar.properties.generalCategory == .control:
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
