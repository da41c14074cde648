import Glibc
import Testing

@testable import Host

@Suite @MainActor struct LogTests {
  private func withLog(
    limit: Int = 1_024 * 1_024, _ body: (Log, String, ManualClock) throws -> Void
  ) throws {
    let folder = try DataFolder.temporary()
    defer { folder.close() }
    let clock = ManualClock(wall: 1_772_366_400_250_000)
    let log = Log(path: "\(folder.path)/log", clock: clock, limit: limit)
    defer { log.close() }
    try body(log, folder.path, clock)
  }

  @Test func `A line has time, level, source and text`() throws {
    try withLog { log, folder, clock in
      log.write(.info, "host", "started")
      clock.advance(by: 1_000_000_000)
      log.write(.error, "ContactPage#7", "failed")
      #expect(
        read("\(folder)/log") == """
          2026-03-01T12:00:00.250Z info host: started
          2026-03-01T12:00:01.250Z error ContactPage#7: failed

          """)
    }
  }

  @Test(arguments: [
    ("a\nb", "a\\nb"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("\u{9B}x", "\\u{9b}x"), ("a\tb", "a b"),
    ("größe 漢", "größe 漢"),
  ])
  func `An event is one line, with nothing that a terminal would obey`(
    text: String, written: String
  ) throws {
    try withLog { log, folder, _ in
      log.write(.warning, "p", text)
      #expect(read("\(folder)/log") == "2026-03-01T12:00:00.250Z warning p: \(written)\n")
    }
  }

  @Test func `A long text is cut`() throws {
    try withLog { log, folder, _ in
      log.write(.debug, "p", String(repeating: "x", count: 100_000))
      let content = try #require(read("\(folder)/log"))
      #expect(content.utf8.count < 9_000)
      #expect(content.hasSuffix("x…\n"))
    }
  }

  @Test func `A full file gives way to a new one, and one old one is kept`() throws {
    try withLog(limit: 200) { log, folder, _ in
      for number in 0..<50 { log.write(.info, "host", "line \(number)") }
      let now = try #require(read("\(folder)/log"))
      let old = try #require(read("\(folder)/log.1"))
      #expect(now.contains("line 49"))
      #expect(now.utf8.count + old.utf8.count < 600)
      #expect(access("\(folder)/log.1.1", F_OK) != 0)
    }
  }

  @Test func `A log that cannot be opened drops its lines`() {
    let log = Log(path: "/proc/pagehost/log", clock: ManualClock())
    log.write(.error, "host", "lost")
    log.close()
  }
}

@Suite @MainActor struct OutputCaptureTests {
  /// Two files that stand for standard output and error, so that the test's own are left alone.
  private func withOutputs(
    limit: Int = 1_024 * 1_024,
    _ body: (_ log: Log, _ folder: String, _ outputs: (out: Int32, err: Int32)) throws -> Void
  ) throws {
    let folder = try DataFolder.temporary()
    defer { folder.close() }
    let log = Log(path: "\(folder.path)/log", clock: ManualClock(), limit: limit)
    defer { log.close() }
    let files = ["out", "err"].map { open("\(folder.path)/\($0)", O_CREAT | O_WRONLY, 0o600) }
    try #require(files.allSatisfy { $0 >= 0 })
    defer { for file in files { close(file) } }
    try body(log, folder.path, (files[0], files[1]))
  }

  private func print(_ text: String, to descriptor: Int32) {
    _ = write(descriptor, text, text.utf8.count)
  }

  @Test func `What is printed goes to the log, what the host writes to the real output`() throws {
    try withOutputs { log, folder, outputs in
      let capture = try #require(OutputCapture.take(log, descriptors: outputs))
      print("page\n", to: outputs.out)
      print("noise\n", to: outputs.err)
      print("host", to: capture.out)
      print("trouble", to: capture.err)
      capture.restore()
      capture.restore()
      print(", again", to: outputs.out)
      #expect(read("\(folder)/log") == "page\nnoise\n")
      #expect(read("\(folder)/out") == "host, again")
      #expect(read("\(folder)/err") == "trouble")
    }
  }

  @Test func `Output follows the log to its new file`() throws {
    try withOutputs(limit: 100) { log, folder, outputs in
      let capture = try #require(OutputCapture.take(log, descriptors: outputs))
      defer { capture.restore() }
      print(String(repeating: "x", count: 200), to: outputs.out)
      log.keepBounded()
      print("after", to: outputs.out)
      #expect(read("\(folder)/log") == "after")
      #expect(read("\(folder)/log.1")?.utf8.count == 200)
    }
  }

  @Test func `A process without output can be captured too`() throws {
    try withOutputs { log, folder, outputs in
      let capture = try #require(OutputCapture.take(log, descriptors: (outputs.out, 1_000)))
      print("nowhere", to: capture.err)
      capture.restore()
      close(1_000)
      #expect(read("\(folder)/log") == "")
    }
  }
}
