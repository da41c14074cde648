import Testing

@testable import Host

/// Which sources there are, by environment and cgroup.
@Suite struct PressureSourceTests {
  private static let mounts = "50 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 none rw"

  private func source(
    _ kind: PressureSource.Kind, watch: String? = nil, write: String? = nil, cgroup: String = ""
  ) throws -> PressureSource {
    try #require(
      PressureSource.all(watch: watch, write: write, cgroup: cgroup, mounts: Self.mounts)
        .first { $0.kind == kind })
  }

  @Test func `They are tried in the order of the design`() {
    let kinds = PressureSource.all(watch: nil, write: nil, cgroup: "", mounts: "").map(\.kind)
    #expect(kinds == [.environment, .cgroup, .system])
  }

  @Test(
    arguments: [
      (nil, nil, "is not set"), ("", nil, "is not set"), ("/dev/null", nil, "turns watching off"),
      ("relative/path", nil, "not an absolute path"), ("/fifo", "%%", "is not Base64"),
    ] as [(String?, String?, String)])
  func `A variable that names nothing to watch is passed over with its reason`(
    _ watch: String?, _ write: String?, _ words: String
  ) throws {
    let source = try source(.environment, watch: watch, write: write)
    #expect(source.watches.isEmpty)
    #expect(source.absence?.contains(words) == true, "\(source.absence ?? "")")
  }

  @Test func `What is to be written is the variable's bytes, without levels of its own`() throws {
    // "some 200000 2000000" and its NUL, as systemd gives it.
    let source = try source(
      .environment, watch: "/sys/fs/cgroup/a/memory.pressure",
      write: "c29tZSAyMDAwMDAgMjAwMDAwMAA=")
    let watch = try #require(source.watches.first)
    #expect(source.watches.count == 1)
    #expect(watch.write == Array("some 200000 2000000".utf8) + [0])
    #expect(watch.level == nil)
  }

  @Test func `The group's file is where version 2 is mounted, or absent with the reason`() throws {
    let watches = try source(.cgroup, cgroup: "0::/a b").watches
    #expect(watches.first?.path == "/sys/fs/cgroup/unified/a b/memory.pressure")
    let none = try source(.cgroup, cgroup: "4:memory:/a")
    #expect(none.watches.isEmpty)
    #expect(none.absence == "the process is in no cgroup of version 2")
  }

  @Test(arguments: [PressureSource.Kind.cgroup, .system])
  func `Case 29: the kernel's triggers end with the NUL that is part of the protocol`(
    _ kind: PressureSource.Kind
  ) throws {
    let watches = try source(kind, cgroup: "0::/a").watches
    #expect(watches.map(\.level) == [.low, .critical])
    #expect(
      watches.map(\.write) == [
        Array("some 200000 2000000\0".utf8), Array("full 200000 2000000\0".utf8),
      ])
  }
}

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
    ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"), ("Zg", "f"), ("Zm8", "fo"),
    ("Zm9v\n YmFy", "foobar"), ("+/+/", "\u{FB}\u{FF}\u{BF}"),
  ])
  func `Texts of RFC 4648 are decoded`(_ text: String, _ expected: String) {
    #expect(Base64.decode(text) == expected.unicodeScalars.map { UInt8($0.value) })
  }

  @Test(arguments: ["Z", "Zg=", "Zm8==", "Zm9v=", "=", "====", "Z=g=", "Zm9-", "Zé==", "Zm9vY"])
  func `Malformed texts are none`(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
