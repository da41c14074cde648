import Foundation

/// A real terminal of a test's own, in which the app runs: a private tmux server with one pane.
final class TmuxTerminal {
  /// Whether tmux is installed; `make setup` sees to it.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

  struct Failure: Error, CustomStringConvertible { let description: String }

  private let folder: TemporaryFolder

  /// Starts a line of the shell in a terminal of a size; the pane stays when it has ended.
  ///
  /// Before and after it the terminal's modes are written to the files `before` and `after`.
  init(_ line: String, width: Int = 80, height: Int = 24, in folder: TemporaryFolder) throws {
    self.folder = folder
    try folder.write(
      """
      ulimit -c 0
      # A debug build would ask on the terminal what to do about a crash, and wait.
      export SWIFT_BACKTRACE=enable=no
      stty -g > before
      bash -c 'echo $$ > pid; exec \(line)'
      echo "ended with $?"
      stty -g > after
      exec cat > /dev/null
      """, to: "session.sh")
    try tmux([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)", "bash",
      "session.sh",
    ])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  @discardableResult private func tmux(_ words: [String]) throws -> String {
    let process = Process()
    // The server outlives this command; it must not keep the socket by which Foundation learns of the end.
    let closing = """
      for f in /proc/$$/fd/*; do n=${f##*/}; ((n > 2 && n != 255)) && eval "exec $n>&-"; done
      exec /usr/bin/tmux "$@"
      """
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", closing, "bash", "-u", "-S", "\(folder.path)/tmux"] + words
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder.path, "SHELL": "/bin/sh",
      "TOOL": ToolRun.tool.path,
    ]
    // A file and not a pipe: the server inherits it, so that a pipe would never end.
    let file = URL(filePath: folder.path).appending(path: ".tmux-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try FileHandle(forWritingTo: file)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.start()
    process.waitUntilExit()
    let text = try Data(contentsOf: file)
    guard process.terminationStatus == 0 else {
      throw Failure(description: "tmux \(words): \(String(decoding: text, as: UTF8.self))")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What is on the screen.
  var screen: String { get throws { try tmux(["capture-pane", "-p"]) } }

  /// What is on the screen, with the sequences of its colours.
  var colouredScreen: String { get throws { try tmux(["capture-pane", "-p", "-e"]) } }

  /// What the program asked of the terminal.
  struct Modes: Hashable {
    var isAlternate: Bool
    var showsCursor: Bool
    var takesMouse: Bool

    static let plain = Modes(isAlternate: false, showsCursor: true, takesMouse: false)
  }

  var modes: Modes {
    get throws {
      let format = "#{alternate_on}#{cursor_flag}#{mouse_any_flag}"
      let flags = Array(try tmux(["display-message", "-p", format]))
      return Modes(
        isAlternate: flags[0] == "1", showsCursor: flags[1] == "1", takesMouse: flags[2] == "1")
    }
  }

  /// Waits until a text is on the screen, or no longer.
  ///
  /// The app is another process, so that there is nothing to wait for but what it shows.
  func wait(for text: String, isThere: Bool = true) throws {
    let end = ContinuousClock.now + .seconds(20)
    var last = ""
    while ContinuousClock.now < end {
      last = try screen
      if last.contains(text) == isThere { return }
      usleep(10_000)
    }
    throw Failure(
      description: "\"\(text)\" is \(isThere ? "not" : "still") on the screen:\n\(last)")
  }

  /// Presses keys by tmux's names.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

  /// Pastes a text as a terminal does when the program has asked to be told where a paste begins and ends.
  func paste(_ text: String) throws {
    try folder.write(text, to: "paste")
    try tmux(["load-buffer", "paste"])
    try tmux(["paste-buffer", "-p", "-r"])
  }

  /// Turns the wheel down over a cell, counted from 1.
  func wheelDown(column: Int, row: Int) throws {
    try send("\u{1B}[<65;\(column);\(row)M")
  }

  private func send(_ sequence: String) throws {
    try tmux(["send-keys", "-H"] + sequence.utf8.map { String($0, radix: 16) })
  }

  /// Clicks on the first place of a text on the screen, as a terminal reports it (SGR, 1006).
  func click(_ text: String) throws {
    let lines = try screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = lines.firstIndex(where: { $0.contains(text) }),
      let range = lines[row].firstRange(of: text)
    else { throw Failure(description: "\"\(text)\" is not on the screen") }
    let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound) + 2
    for end in ["M", "m"] {
      try send("\u{1B}[<0;\(column);\(row + 1)\(end)")
    }
  }

  func resize(width: Int, height: Int) throws {
    try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// Sends a signal to the app.
  func signal(_ number: Int32) throws {
    let text = try String(contentsOfFile: "\(folder.path)/pid", encoding: .utf8)
    guard let process = Int32(text.filter(\.isNumber)) else {
      throw Failure(description: "the app's process is not known")
    }
    kill(process, number)
  }

  /// Waits until the app has ended, and gives its status and whether the terminal's modes are as before.
  func ending() throws -> (status: Int, isRestored: Bool) {
    try wait(for: "ended with ")
    let end = ContinuousClock.now + .seconds(20)
    let read = { [folder] (name: String) in
      (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }
    while read("after").isEmpty, ContinuousClock.now < end { usleep(10_000) }
    let status = try screen.firstMatch(of: #/ended with (\d+)/#).flatMap { Int($0.1) }
    return (status ?? -1, read("before") == read("after"))
  }
}
