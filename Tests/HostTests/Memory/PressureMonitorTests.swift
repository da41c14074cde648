import Glibc
import Testing

@testable import Host

/// Watching for memory pressure: each kind of file, refusals, giving way.
@Suite @MainActor struct PressureMonitorTests {
  /// A monitor with a loop of its own, and what it warned of.
  @MainActor private final class Fixture {
    let folder = TemporaryFolder()
    let clock = ManualClock()
    let loop: Loop
    private(set) var monitor: PressureMonitor?
    var warnings: [MemoryWarning] = []
    var log: [String] = []

    init() throws { loop = try Loop(clock: clock, servesMainQueue: false) }

    func watch(
      _ watch: String?, write: String? = nil, cgroup: String = "", system: String? = nil
    ) {
      monitor = PressureMonitor(
        loop: loop, environment: (watch, write), cgroup: cgroup,
        mounts: "50 23 0:26 / \(folder.path) rw - cgroup2 none rw",
        system: system ?? "\(folder.path)/no-psi",
        log: { [weak self] in self?.log.append($0) }
      ) { [weak self] in self?.warnings.append($0) }
    }

    var status: [PressureMonitor.Status] { monitor?.status ?? [] }
    var environment: PressureMonitor.Status? { status.first }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func fifo() throws -> String {
      try #require(mkfifo(path("fifo"), 0o600) == 0)
      return path("fifo")
    }

    func close() {
      monitor?.close()
      loop.close()
    }
  }

  private func withFixture(_ body: (Fixture) throws -> Void) throws {
    let fixture = try Fixture()
    defer { fixture.close() }
    try body(fixture)
  }

  /// A stream socket that listens at a path.
  nonisolated static func listener(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(descriptor, 4) == 0)
    return descriptor
  }

  private func put(_ text: String, into path: String) throws {
    let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    try #require(write(file, text, text.utf8.count) == text.utf8.count)
  }

  private func contents(_ path: String) throws -> [UInt8] { try AppFixture.bytes(of: path) }

  // MARK: Kinds of files

  @Test func `Case 32: a byte in a FIFO warns within one turn, and so does the next`() throws {
    try withFixture { fixture in
      fixture.watch(try fixture.fifo())
      #expect(fixture.environment?.inForce == true)
      #expect(fixture.status.dropFirst().filter(\.inForce).map(\.source) == ["byHand"])
      fixture.loop.turn(wait: false)
      #expect(fixture.warnings.isEmpty)
      try put("x", into: fixture.path("fifo"))
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low])
      fixture.clock.advance(by: PressureMonitor.escalation)
      try put("a longer text", into: fixture.path("fifo"))
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low, .low])
      fixture.loop.turn(wait: false)
      #expect(fixture.warnings.count == 2)
    }
  }

  @Test
  func `Case 29: what is written into a FIFO ends with its NUL, and is not taken for pressure`()
    throws
  {
    try withFixture { fixture in
      let fifo = try fixture.fifo()
      let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      fixture.watch(fifo, write: "c29tZSAyMDAwMDAgMjAwMDAwMAA=")
      var bytes = [UInt8](repeating: 1, count: 64)
      #expect(read(reader, &bytes, 64) == 20)
      #expect(Array(bytes.prefix(20)) == Array("some 200000 2000000\0".utf8))
      try put("x", into: fifo)
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low])
    }
    try withFixture { fixture in
      let fifo = try fixture.fifo()
      fixture.watch(fifo, write: "c29tZSAyMDAwMDAgMjAwMDAwMAA=")
      // Nobody else reads it, so it comes back.
      fixture.loop.turn(wait: false)
      fixture.loop.turn(wait: false)
      #expect(fixture.warnings.isEmpty)
      try put("x", into: fifo)
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low])
    }
  }

  @Test func `Case 32: a stream socket is connected, told, and gives way when it ends`() throws {
    try withFixture { fixture in
      let path = fixture.path("socket")
      let listening = try Self.listener(at: path)
      defer { close(listening) }
      fixture.watch(path, write: "Z28A")
      #expect(fixture.environment?.inForce == true)
      let peer = accept(listening, nil, nil)
      try #require(peer >= 0)
      var bytes = [UInt8](repeating: 1, count: 8)
      #expect(read(peer, &bytes, 8) == 3)
      #expect(Array(bytes.prefix(3)) == [0x67, 0x6F, 0])
      #expect(write(peer, "!", 1) == 1)
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low])
      close(peer)
      fixture.loop.turn(wait: true)
      #expect(fixture.environment?.inForce == false)
      #expect(fixture.environment?.reason == "it has ended")
      // The next ones were tried: here there are none.
      #expect(fixture.status.map(\.source) == ["environment", "cgroup", "system", "byHand"])
      #expect(fixture.status[2].reason.contains("cannot be found"))
      #expect(fixture.warnings.count == 1)
      #expect(
        fixture.log == [
          "warnings of memory pressure come from environment, \(path)",
          "environment, \(path), has ended", "warnings of memory pressure come by hand only",
        ])
    }
  }

  @Test func `A socket at which nobody listens, or accepts, is refused at once`() throws {
    try withFixture { fixture in
      let path = fixture.path("socket")
      close(try Self.listener(at: path))
      fixture.watch(path)
      #expect(fixture.environment?.inForce == false)
      #expect(fixture.environment?.reason.contains("Connection refused") == true)
    }
  }

  @Test func `Case 32: an ordinary file is refused and not written to`() throws {
    try withFixture { fixture in
      let path = fixture.path("file")
      try AppFixture.write(Array("mine".utf8), to: path)
      fixture.watch(path, write: "Z28A")
      #expect(fixture.environment?.inForce == false)
      #expect(fixture.environment?.reason == "it is an ordinary file, which tells of no pressure")
      #expect(try contents(path) == Array("mine".utf8))
    }
  }

  @Test(arguments: ["missing", "folder", "loop"])
  func `What cannot be watched is refused with the reason`(_ what: String) throws {
    try withFixture { fixture in
      let path = fixture.path(what)
      if what == "folder" { mkdir(path, 0o700) }
      if what == "loop" { symlink(path, path) }
      fixture.watch(path)
      #expect(fixture.environment?.inForce == false)
      #expect(fixture.environment?.reason.isEmpty == false)
    }
  }

  @Test func `Case 32: the null device turns all watching off, but not warnings by hand`() throws {
    try withFixture { fixture in
      fixture.watch("/dev/null", cgroup: "0::/a", system: "/proc/pressure/memory")
      #expect(fixture.status.map(\.inForce) == [false, false, false, true])
      #expect(fixture.status[0].reason.contains("turns watching off"))
      #expect(fixture.status[2].reason == "watching is turned off")
    }
  }

  @Test(arguments: ["/proc/self/mounts", "/proc/self/mountinfo"])
  func `A file that can be watched but tells of no pressure is refused`(_ path: String) throws {
    try withFixture { fixture in
      fixture.watch(path)
      #expect(fixture.environment?.inForce == false)
      #expect(
        fixture.environment?.reason
          == "it has no line 'some … total=', so it tells of no pressure")
    }
  }

  // MARK: Giving way

  @Test
  func
    `Case 31: a refused source gives way to the next, and those behind say why they are not used`()
    throws
  {
    try withFixture { fixture in
      // A FIFO in the place of the cgroup's file: what comes by it is of the level of its trigger.
      mkdir(fixture.path("a"), 0o700)
      try #require(mkfifo(fixture.path("a/memory.pressure"), 0o600) == 0)
      fixture.watch(fixture.path("missing"), cgroup: "0::/a")
      #expect(fixture.status.map(\.inForce) == [false, true, false, true])
      #expect(fixture.status[0].reason.contains("cannot be found: No such file or directory"))
      #expect(fixture.status[1].path == fixture.path("a/memory.pressure"))
      #expect(fixture.status[2].reason == "one before it is in force")
    }
  }

  // MARK: Levels

  @Test(arguments: [(9, .critical), (10, .low)] as [(UInt64, MemoryWarning)])
  func `A second event within ten seconds is critical`(
    _ seconds: UInt64, _ level: MemoryWarning
  ) throws {
    try withFixture { fixture in
      fixture.watch(try fixture.fifo())
      try put("x", into: fixture.path("fifo"))
      fixture.loop.turn(wait: true)
      fixture.clock.advance(by: seconds * 1_000_000_000)
      try put("x", into: fixture.path("fifo"))
      fixture.loop.turn(wait: true)
      #expect(fixture.warnings == [.low, level])
    }
  }

  // MARK: The kernel's files

  private nonisolated static let kernelHasPressure = access("/proc/pressure/memory", W_OK) == 0

  @Test(.enabled(if: kernelHasPressure, "/proc/pressure/memory cannot be written here"))
  func `The system's file takes both triggers`() throws {
    try withFixture { fixture in
      fixture.watch(nil, system: "/proc/pressure/memory")
      #expect(fixture.status[2].inForce, "\(fixture.status[2].reason)")
    }
  }

  @Test(.enabled(if: kernelHasPressure, "/proc/pressure/memory cannot be written here"))
  func `A malformed trigger is refused by the kernel, and said so`() throws {
    try withFixture { fixture in
      // "nonsense"
      fixture.watch("/proc/pressure/memory", write: "bm9uc2Vuc2U=")
      #expect(fixture.environment?.inForce == false)
      #expect(fixture.environment?.reason.contains("refuses its trigger") == true)
    }
  }

  @Test(.enabled(if: kernelHasPressure, "/proc/pressure/memory cannot be written here"))
  func `A file of the kernel's without a trigger is refused at once`() throws {
    try withFixture { fixture in
      fixture.watch("/proc/pressure/memory")
      #expect(fixture.environment?.inForce == false)
      #expect(
        fixture.environment?.reason
          == "it tells of no pressure without a trigger; set MEMORY_PRESSURE_WRITE")
    }
  }

  @Test func `Case 30: an event of a pressure file whose total has not grown is a false one`()
    throws
  {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/memory"
    func text(_ total: Int) -> [UInt8] {
      Array(
        """
        some avg10=0.00 avg60=0.00 avg300=0.00 total=\(total)
        full avg10=0.00 avg60=0.00 avg300=0.00 total=7

        """.utf8)
    }
    var growth = PressureGrowth(path: path, line: "some")
    #expect(growth.hasGrown() == nil)
    try AppFixture.write(text(100), to: path)
    growth.remember()
    #expect(growth.hasGrown() == false)
    try AppFixture.write(text(101), to: path)
    #expect(growth.hasGrown() == true)
    #expect(growth.hasGrown() == false)
    var full = PressureGrowth(path: path, line: "full")
    full.remember()
    try AppFixture.write(text(5_000), to: path)
    #expect(full.hasGrown() == false)
    try AppFixture.write(Array("some nonsense\nfull total=x\n".utf8), to: path)
    #expect(full.hasGrown() == nil)
  }
}
