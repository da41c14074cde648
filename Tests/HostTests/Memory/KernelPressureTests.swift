import Glibc
import Testing

@testable import Host

/// A real event of the kernel's, provoked in a group of processes that may use little memory.
@Suite(.serialized) @MainActor struct KernelPressureTests {
  /// The folder of the process's own group of version 2, if a group can be made in it whose memory can be limited.
  private nonisolated static let folder: String? = {
    guard
      let own = try? ControlGroup.folder(
        group: ControlGroup.ofProcess, mounts: ControlGroup.mountsOfProcess)
    else { return nil }
    let probe = "\(own)/pagehost-probe-\(getpid())"
    guard mkdir(probe, 0o700) == 0 else { return nil }
    defer { rmdir(probe) }
    return access("\(probe)/memory.high", W_OK) == 0
      && access("\(probe)/memory.pressure", W_OK) == 0
      ? own : nil
  }()

  @Test(
    .enabled(
      if: folder != nil, "no cgroup of version 2 with the memory controller can be made here"))
  func `Pressure in the cgroup is a warning, and none is none`() throws {
    let folder = "\(try #require(Self.folder))/pagehost-test-\(getpid())"
    try #require(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    try AppFixture.write(Array("8388608".utf8), to: folder + "/memory.high")
    let loop = try Loop(servesMainQueue: false)
    defer { loop.close() }
    var warnings: [MemoryWarning] = []
    let monitor = PressureMonitor(
      loop: loop, environment: (nil, nil), cgroup: "0::/",
      mounts: "50 23 0:26 / \(folder) rw - cgroup2 none rw"
    ) { warnings.append($0) }
    defer { monitor.close() }
    #expect(monitor.status[1].inForce, "\(monitor.status[1].reason)")
    loop.turn(wait: false)
    #expect(warnings.isEmpty)
    // More than the group may have, again and again.
    let tool = try RunningTool(
      command: [
        "/bin/sh", "-c",
        "echo $$ >\(folder)/cgroup.procs; exec dd if=/dev/zero of=/dev/null bs=64M count=1000",
      ])
    let end = SystemClock().now + 20_000_000_000
    let timer = loop.timer(after: 20_000_000_000) {}
    while warnings.isEmpty, SystemClock().now < end { loop.turn(wait: true) }
    timer.cancel()
    #expect(!warnings.isEmpty)
    kill(tool.process, SIGKILL)
    _ = tool.wait()
  }
}

extension AppFixture {
  /// The contents of a file of /proc, which has no size.
  nonisolated static func procBytes(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { Glibc.close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
