import Glibc
import Testing

@testable import Host

/// Warnings by hand: the socket of a running app, and who connects to it.
@Suite @MainActor struct WarningSocketTests {
  /// A socket in a folder, what it was told, and the answers that it is owed.
  @MainActor private final class Fixture {
    let folder: String
    let loop: Loop
    private(set) var socket: WarningSocket?
    var levels: [MemoryWarning] = []
    var answers: [@MainActor (WarningReport) -> Void] = []

    init(_ folder: String) throws {
      self.folder = folder
      loop = try Loop(clock: ManualClock(), servesMainQueue: false)
      do {
        socket = try WarningSocket(folder, loop: loop) { [weak self] level, answer in
          self?.levels.append(level)
          self?.answers.append(answer)
        }
      } catch {
        loop.close()
        throw error
      }
    }

    /// Connects and sends a text.
    func call(_ text: String) throws -> Int32 {
      let caller = try LocalSocket.connect(WarningSocket.path(in: folder))
      #expect(send(caller, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count)
      return caller
    }

    /// Runs what is ready: accepting, reading and answering are a turn each.
    func turn() { for _ in 0..<4 { loop.turn(wait: false) } }

    func close() {
      socket?.close()
      loop.close()
    }
  }

  private func withFixture(
    in folder: String? = nil, _ body: (Fixture) throws -> Void
  ) throws {
    let temporary = TemporaryFolder()
    let fixture = try Fixture(folder ?? temporary.path)
    defer { fixture.close() }
    try body(fixture)
  }

  /// What a caller can read now; nil when nothing has come.
  private func received(_ caller: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(caller, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func `Each caller gets the report of its own warning as a line of JSON`() throws {
    try withFixture { fixture in
      let first = try fixture.call("low\n")
      let second = try fixture.call("critical\n")
      defer { for caller in [first, second] { close(caller) } }
      fixture.turn()
      #expect(fixture.levels == [.low, .critical])
      #expect(received(first) == nil)
      for (answer, level) in zip(fixture.answers, fixture.levels) {
        answer(WarningReport(level: level))
      }
      fixture.turn()
      let empty = #""evicted":[],"format":1,"level":"#
      #expect(received(first) == #"{\#(empty)"low","stayed":[],"unloaded":[]}\#n"#)
      #expect(received(second)?.hasPrefix(#"{\#(empty)"critical""#) == true)
      // That was all.
      #expect(received(first) == "")
    }
  }

  @Test(arguments: ["loud\n", "\n", String(repeating: "low", count: 100)])
  func `Who sends no level is sent away`(_ text: String) throws {
    try withFixture { fixture in
      let caller = try fixture.call(text)
      defer { close(caller) }
      fixture.turn()
      #expect(fixture.levels.isEmpty)
      #expect(received(caller) == "" || errno == ECONNRESET)
    }
  }

  @Test func `A level may come in pieces, and its sender may leave before the answer`() throws {
    try withFixture { fixture in
      let caller = try fixture.call("lo")
      fixture.turn()
      #expect(fixture.levels.isEmpty)
      #expect(send(caller, "w\n", 2, Int32(MSG_NOSIGNAL)) == 2)
      fixture.turn()
      #expect(fixture.levels == [.low])
      close(caller)
      let next = try fixture.call("critical\n")
      defer { close(next) }
      fixture.turn()
      for answer in fixture.answers { answer(WarningReport(level: .low)) }
      fixture.turn()
      #expect(received(next)?.hasSuffix("}\n") == true)
    }
  }

  @Test func `More than sixteen callers at a time are sent away`() throws {
    try withFixture { fixture in
      var callers: [Int32] = []
      defer { for caller in callers { close(caller) } }
      for _ in 0..<17 {
        callers.append(try fixture.call("low"))
        fixture.turn()
      }
      #expect(received(callers[15]) == nil)
      #expect(received(callers[16]) == "" || errno == ECONNRESET)
    }
  }

  @Test func `Only the owner can connect, and nothing is left when it closes`() throws {
    let folder = TemporaryFolder()
    try withFixture(in: folder.path) { fixture in
      var facts = stat()
      #expect(stat(WarningSocket.path(in: folder.path), &facts) == 0)
      #expect(facts.st_mode == S_IFSOCK | 0o600)
    }
    #expect(access(WarningSocket.path(in: folder.path), F_OK) != 0)
    #expect(throws: WarningCall.Failure.nobody) {
      try WarningCall.send(.low, to: folder.path)
    }
  }

  @Test func `What a host that was killed left behind is nobody, and the next one takes its place`()
    throws
  {
    let folder = TemporaryFolder()
    close(try LocalSocket.listen(WarningSocket.path(in: folder.path)))
    #expect(throws: WarningCall.Failure.nobody) {
      try WarningCall.send(.low, to: folder.path)
    }
    try withFixture(in: folder.path) { fixture in
      let caller = try fixture.call("low\n")
      defer { close(caller) }
      fixture.turn()
      #expect(fixture.levels == [.low])
    }
  }

  @Test func `An app that does not go on is waited for only so long`() throws {
    let folder = TemporaryFolder()
    let listening = try LocalSocket.listen(WarningSocket.path(in: folder.path))
    defer { close(listening) }
    // More than the socket lets wait, so that the last ones cannot even connect.
    for _ in 0..<12 {
      #expect(throws: WarningCall.Failure.noAnswer) {
        try WarningCall.send(.low, to: folder.path, patience: 1)
      }
    }
  }

  @Test func `A data folder may have a path of any length`() throws {
    let parent = TemporaryFolder()
    let folder = parent.path + "/" + String(repeating: "long", count: 40)
    try #require(mkdir(folder, 0o700) == 0)
    try withFixture(in: folder) { fixture in
      let caller = try fixture.call("low\n")
      defer { close(caller) }
      fixture.turn()
      #expect(fixture.levels == [.low])
    }
  }
}
