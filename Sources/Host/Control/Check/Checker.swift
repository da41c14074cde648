internal import FoundationEssentials
internal import Glibc

/// Has modules tried out in child processes, each with a deadline.
@MainActor package final class Checker {
  /// How long one case may take, in milliseconds of real time.
  package static let deadline: Int32 = 20_000

  /// The command line of the process that tries the module at a path out.
  private let command: (String) -> [String]
  private let deadline: Int32
  private let temporary: String?

  /// - Parameters:
  ///   - deadline: How long one case may take, in milliseconds of real time.
  ///   - temporary: Where its folders are made; nil: `$TMPDIR` or `/tmp`.
  ///   - command: Gives the command line, the executable's path first, for a module's path.
  package init(
    deadline: Int32 = Checker.deadline, temporary: String? = nil,
    command: @escaping (String) -> [String]
  ) {
    self.deadline = deadline
    self.temporary = temporary
    self.command = command
  }

  /// Checks one module.
  package func check(_ path: String, named name: String) -> CheckReport {
    var report = CheckReport(module: name, path: path)
    do {
      // A process that is ended leaves its folder, so that is put into one which is removed here.
      let folder = try DataFolder.temporary(in: temporary)
      defer { folder.close() }
      let child = try ChildProcess(command(path), temporary: folder.path)
      read(child, into: &report)
    } catch {
      report.cases = [.init(name: CheckCase.listed.rule, outcome: .failed, detail: "\(error)")]
    }
    return report
  }

  private func read(_ child: ChildProcess, into report: inout CheckReport) {
    var running: String?
    var ended = false
    while !ended {
      switch child.readLine(milliseconds: deadline) {
      case .line(let text):
        guard let line = try? JSONDecoder().decode(CheckLine.self, from: Data(text)) else {
          continue
        }
        let name = CheckCase(rawValue: line.name)?.rule ?? line.name
        if let outcome = line.outcome {
          report.cases.append(.init(name: name, outcome: outcome, detail: line.detail))
          running = nil
        } else {
          running = name
        }
      case .timeout:
        child.kill()
        append(running, .timedOut, "it did not end in \(deadline / 1000) seconds", &report)
        running = nil
        ended = true
      case .end: ended = true
      }
    }
    let status = child.wait()
    if let signal = status.signal, signal != SIGKILL {
      append(running, .crashed, "signal \(signal) (\(String(cString: strsignal(signal))))", &report)
    } else if status.code != 0, running != nil {
      append(running, .failed, "its process ended with status \(status.code)", &report)
    }
    let tried = Set(report.cases.map(\.name))
    for item in CheckCase.allCases where !tried.contains(item.rule) {
      report.cases.append(
        .init(name: item.rule, outcome: .skipped, detail: "what it builds on did not pass"))
    }
  }

  private func append(
    _ name: String?, _ outcome: CheckReport.Outcome, _ detail: String, _ report: inout CheckReport
  ) {
    report.cases.append(
      .init(name: name ?? CheckCase.listed.rule, outcome: outcome, detail: detail))
  }
}
