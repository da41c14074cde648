extension Drive {
  /// How a script ended, as an exit status: 0, 1 when it failed, 64 when a line is none.
  package enum Outcome: Int32, Sendable {
    case done = 0
    case failed = 1
    case badScript = 64
  }

  /// Runs a whole script; nothing is run when one of its lines is none.
  /// - Parameters:
  ///   - name: What messages call the script.
  ///   - complain: Takes the message of a failure, with file and line.
  package func run(
    script: String, name: String, complain: (String) -> Void
  ) throws -> Outcome {
    // A carriage return with its line feed is one character.
    let lines = script.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    for (index, line) in lines.enumerated() {
      do throws(DriveError) { _ = try DriveStep(line) } catch {
        complain("\(name):\(index + 1): \(error)")
        return .badScript
      }
    }
    for (index, line) in lines.enumerated() {
      if let outcome = try run(line: line, number: index + 1, name: name, complain: complain) {
        return outcome
      }
    }
    return .done
  }

  /// Runs one line; gives the script's outcome when the line ends it.
  package func run(
    line: String, number: Int, name: String, complain: (String) -> Void
  ) throws -> Outcome? {
    do {
      try run(line)
      return nil
    } catch let error as DriveError {
      complain("\(name):\(number): \(error)")
      return error.code == .usage ? .badScript : .failed
    }
  }
}
