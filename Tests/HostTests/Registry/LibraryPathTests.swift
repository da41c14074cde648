import Testing

@testable import Host

@Suite struct LibraryPathTests {
  /// What a module needs, where it looks, and what is said when that is not there.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String { "\(needed) \(runpath ?? "")" }
    var needed: String
    var runpath: String?
    var says: String?
  }

  static let cases: [Case] = [
    .init(needed: "libfound.so.1"),
    .init(needed: "libcached.so.2"),
    .init(needed: "libpreferred.so"),
    .init(needed: "libbeside.so", runpath: "$ORIGIN:@/other"),
    .init(needed: "libbeside.so", says: "not on the system's path; install it"),
    .init(needed: "libbeside.so", runpath: "$ORIGIN", says: "beside a module ($ORIGIN)"),
    .init(needed: "libbeside.so", runpath: "${ORIGIN}/../lib", says: "beside a module ($ORIGIN)"),
    .init(needed: "libbeside.so", runpath: "other", says: "not on the system's path"),
    .init(needed: "libswiftCore.so", says: "-static-stdlib"),
    .init(needed: "$ORIGIN/libx.so", says: "by $ORIGIN"),
    .init(needed: "./libx.so", says: "current folder"),
    .init(needed: "/does/not/exist.so", says: "is not there"),
    .init(needed: "@/system/libfound.so.1"),
    .init(needed: "folder.so", says: "not on the system's path"),
  ]

  @Test(arguments: cases)
  func `Finds libraries as the loader does`(example: Case) throws {
    let folder = ModulesFolder()
    let system = try folder.makeFolder("system")
    let preferred = try folder.makeFolder("preferred")
    _ = try folder.makeFolder("other")
    _ = try folder.makeFolder("system/folder.so")
    try folder.write("system/libfound.so.1", [1])
    try folder.write("preferred/libpreferred.so", [1])
    try folder.write("other/libbeside.so", [1])
    try folder.write("cache", Self.cache(["libcached.so.2", "libother.so"]))
    var path = LibraryPath(
      preferred: [preferred], folders: [system], cacheFile: folder.path("cache"))
    func here(_ text: String) -> String {
      text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: folder.path)
    }
    for _ in 0..<2 {
      let objection = path.objection(
        needed: [here(example.needed)], runpath: example.runpath.map(here))
      if let says = example.says {
        #expect(objection?.contains(says) == true, "\(objection ?? "nothing")")
      } else {
        #expect(objection == nil)
      }
    }
  }

  @Test func `The libraries of this system are found`() {
    var path = LibraryPath()
    #expect(path.objection(needed: ["libc.so.6", "libm.so.6"], runpath: nil) == nil)
  }

  @Test func `The loader's cache of this system is understood`() throws {
    let names = try #require(LoaderCache.names(inFile: "/etc/ld.so.cache"))
    #expect(names.contains("libc.so.6"))
  }

  @Test func `A damaged cache gives nothing or something`() {
    let good = Self.cache(["liba.so", "libb.so"])
    #expect(LoaderCache.names(in: good) == ["liba.so", "libb.so"])
    for count in 0..<good.count {
      let names = LoaderCache.names(in: Array(good[..<count]))
      #expect(names?.isSubset(of: ["liba.so", "libb.so"]) ?? true)
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      var damaged = good
      damaged[.random(in: 0..<good.count, using: &random)] = .random(in: 0...255, using: &random)
      _ = LoaderCache.names(in: damaged)
    }
  }

  /// A cache in glibc's format.
  private static func cache(_ names: [String]) -> [UInt8] {
    var bytes = Array("glibc-ld.so.cache1.1".utf8)
    bytes.append(integer: UInt32(names.count))
    bytes += [UInt8](repeating: 0, count: 24)
    var strings: [UInt8] = []
    for name in names {
      bytes.append(integer: 0x303 as UInt32)
      bytes.append(integer: UInt32(48 + names.count * 24 + strings.count))
      bytes += [UInt8](repeating: 0, count: 16)
      strings += Array(name.utf8) + [0]
    }
    return bytes + strings
  }
}
