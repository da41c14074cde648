import Glibc
import Testing

@testable import Host

@MainActor @Suite struct RegistryCacheTests {
  let folder: ModulesFolder
  let cacheFolder: ModulesFolder
  var cache: String { cacheFolder.path("modules.cache") }

  init() throws {
    folder = ModulesFolder()
    cacheFolder = ModulesFolder()
  }

  private func registry(clock: @escaping Registry.Clock = { .max }) -> Registry {
    Registry(testing: [folder.path], cacheFile: cache, clock: clock)
  }

  private func cacheIdentity() -> FileIdentity? {
    var status = stat()
    return stat(cache, &status) == 0 ? FileIdentity(status) : nil
  }

  @Test func `A second listing opens no file and gives the same`() throws {
    for number in 1...3 { try folder.add("Page\(number)") { $0.runpath = "/a:/b" } }
    try folder.write("bad.so", [1, 2, 3])
    let first = registry()
    let listing = first.list()
    #expect(first.opened == 4)
    #expect(first.list() == listing)
    #expect(first.opened == 4)
    let second = registry()
    #expect(second.list() == listing)
    #expect(second.opened == 0)
    #expect(second.list().modules.allSatisfy { $0.facts.isManifestChecked })
  }

  @Test func `The cache is only written when something is new`() throws {
    try folder.add("OnePage")
    _ = registry().list()
    let before = try #require(cacheIdentity())
    _ = registry().list()
    #expect(cacheIdentity() == before)
    try folder.add("TwoPage")
    let again = registry()
    _ = again.list()
    #expect(again.opened == 1)
    #expect(cacheIdentity() != before)
  }

  @Test func `Case 7: a file that failed is not read again until it has changed`() throws {
    try folder.write("libOnePage.so", [1, 2, 3])
    let registry = registry()
    #expect(registry.list().problems.count == 1)
    #expect(registry.list().problems.count == 1)
    #expect(registry.opened == 1)
    try folder.add("OnePage")
    #expect(registry.list().modules.count == 1)
    #expect(registry.opened == 2)
    let fresh = ModulesFolder()
    let other = try fresh.add("OnePage", version: "2.0.0")
    #expect(rename(other, folder.path("libOnePage.so")) == 0)
    #expect(registry.list().modules.first?.facts.version == "2.0.0")
  }

  @Test func `A file that changed just now is not remembered`() throws {
    try folder.add("OnePage")
    var status = stat()
    #expect(stat(folder.path("libOnePage.so"), &status) == 0)
    let changed = FileIdentity(status).changed
    let early = registry { changed + 1_000_000 }
    _ = early.list()
    _ = early.list()
    #expect(early.opened == 2)
    #expect(cacheIdentity() == nil)
    let late = registry { changed + 1_000_000_000 }
    _ = late.list()
    _ = late.list()
    #expect(late.opened == 1)
  }

  @Test(arguments: ["cut off", "one bit", "another magic", "empty", "text", "others can write it"])
  func `A cache that is not whole or not ours is written anew`(damage: String) throws {
    try folder.add("OnePage")
    _ = registry().list()
    var bytes = try #require(SmallFile.contents(of: cache, limit: 1 << 20))
    switch damage {
    case "cut off": bytes.removeLast(3)
    case "one bit": bytes[bytes.count / 2] ^= 4
    case "another magic": bytes[12] ^= 1
    case "empty": bytes = []
    case "text": bytes = Array("hello".utf8)
    default: try cacheFolder.setMode(0o666, of: "modules.cache")
    }
    if damage != "others can write it" { try cacheFolder.write("modules.cache", bytes) }
    let second = registry()
    #expect(second.list().modules.count == 1)
    #expect(second.opened == 1)
    let third = registry()
    _ = third.list()
    #expect(third.opened == 0)
  }

  @Test func `What cannot be written is remembered in memory`() throws {
    try folder.add("OnePage")
    let registry = Registry(testing: [folder.path], cacheFile: "/does/not/exist/cache")
    _ = registry.list()
    #expect(registry.list().modules.count == 1)
    #expect(registry.opened == 1)
  }

  @Test func `Entries of folders that were not asked for are kept`() throws {
    let other = ModulesFolder()
    try other.add("OtherPage")
    try folder.add("OnePage")
    let both = Registry(testing: [other.path], cacheFile: cache)
    _ = both.list()
    _ = registry().list()
    let again = Registry(testing: [other.path], cacheFile: cache)
    _ = again.list()
    #expect(again.opened == 0)
  }

  @Test func `A crowd is checked in what is listed, and in full when asked`() throws {
    for number in 100..<250 { try folder.add("Page\(number)") }
    try folder.add("WrongPage") {
      $0.manifest =
        #"{"manifest":1,"module":"WrongPage","version":"1.0.0","pages":[{"name":"WrongPage","actions":["x"]}]}"#
    }
    let registry = registry()
    let quick = registry.list()
    #expect(quick.modules.count == 151)
    #expect(quick.modules.map(\.facts.module) == quick.modules.map(\.facts.module).sorted())
    #expect(quick.modules.allSatisfy { !$0.facts.isManifestChecked })
    let full = registry.list(fully: true)
    #expect(full.modules.count == 150)
    #expect(full.modules.allSatisfy { $0.facts.isManifestChecked })
    #expect(full.problems.first?.reason.contains("actions[0]") == true)
    #expect(registry.opened == 151)
    #expect(registry.list() == full)
  }

  @Test func `Damaged entries are decoded to nothing or to something, never further`() throws {
    try folder.add("OnePage") { $0.runpath = "/a" }
    try folder.write("bad.so", [1, 2, 3])
    _ = registry().list()
    let bytes = try #require(SmallFile.contents(of: cache, limit: 1 << 20))
    let index = try #require(CacheFormat.index(of: bytes))
    var random = SeededGenerator(seed: 7)
    var lost = 0
    for _ in 0..<5000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      #expect(CacheFormat.index(of: damaged) == nil || damaged == bytes)
      var last: CacheReader.LastImage?
      for range in index.values
      where CacheFormat.finding(in: damaged, range, last: &last) == nil { lost += 1 }
    }
    #expect(lost > 0)
  }
}
