import Glibc
import Testing

@testable import Host

@MainActor @Suite struct RegistryTests {
  let folder: ModulesFolder

  init() throws { folder = ModulesFolder() }

  private func registry(_ folders: [String]? = nil, cache: String? = nil) -> Registry {
    // Long after the files were written, so that their state is settled.
    Registry(testing: folders ?? [folder.path], cacheFile: cache)
  }

  private func reason(_ name: String, in listing: Listing) -> String? {
    listing.problems.first { $0.path.hasSuffix("/\(name)") }?.reason
  }

  // MARK: What is listed

  @Test func `Lists modules in the order of their names`() throws {
    try folder.add("TwoPages", pages: ["SecondPage", "ThirdPage"], version: "2.0.1")
    try folder.add("OnePage")
    let listing = registry().list()
    #expect(listing.problems.isEmpty)
    #expect(listing.modules.map(\.facts.module) == ["OnePage", "TwoPages"])
    let module = try #require(listing.module(ofPage: "ThirdPage"))
    #expect(module.facts.version == "2.0.1")
    #expect(module.facts.abi == 1)
    #expect(module.facts.pages == ["SecondPage", "ThirdPage"])
    #expect(module.path == folder.path("libTwoPages.so"))
    #expect(module.facts.isManifestChecked)
    #expect(module.facts.unloads)
    #expect(module.facts.why == nil)
    #expect(module.facts.missingFlags.isEmpty)
    #expect(module.facts.runtime == .none)
    #expect(listing.module(named: "TwoPages") == module)
    #expect(listing.module(named: "ThirdPage") == nil)
  }

  @Test func `Only names that end in .so are looked at`() throws {
    for name in ["README", "module.so.txt", ".so", ".hidden.so", "lib.so~"] {
      try folder.write(name, [1, 2, 3])
    }
    #expect(registry().list() == Listing())
  }

  @Test func `Case 8: bad files are named and stop no other`() throws {
    try folder.add("GoodPage")
    try folder.write("empty.so", [])
    try folder.write("text.so", Array("hello".utf8))
    try folder.write("cut.so", Array(ELFBuilder().bytes.dropLast(9)))
    try folder.add("OtherPage", file: "arm.so") {
      $0.machine = ELFImage.Machine.host == .amd64 ? .arm64 : .amd64
    }
    try folder.add("OtherPage", file: "plain.so") { $0.manifest = nil }
    try folder.add("OtherPage", file: "closed.so") { $0.exports = [] }
    try folder.add("OtherPage", file: "nojson.so") { $0.manifest = "pages: OtherPage" }
    try folder.add("OtherPage", file: "future.so") {
      $0.manifest = #"{"manifest":9,"module":"A","version":"1.0.0","pages":[{"name":"A"}]}"#
    }
    try folder.add("OtherPage", file: "wrong.so") {
      $0.manifest =
        #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{"name":"A","actions":["a.b(q)"]}]}"#
    }
    let listing = registry().list()
    #expect(listing.modules.map(\.facts.module) == ["GoodPage"])
    #expect(listing.problems.count == 9)
    for (name, says) in [
      ("empty.so", "is empty"), ("text.so", "not an ELF file"), ("cut.so", "cut off"),
      ("arm.so", "this host is"), ("plain.so", "no manifest"),
      ("closed.so", "page_module_open"), ("nojson.so", "nojson.so:1"),
      ("future.so", "version 9 is not known"), ("wrong.so", "actions[0]"),
    ] {
      #expect(reason(name, in: listing)?.contains(says) == true, "\(name)")
    }
  }

  @Test func `What is not a file is survived`() throws {
    try folder.add("GoodPage")
    _ = try folder.makeFolder("folder.so")
    #expect(mkfifo(folder.path("fifo.so"), 0o644) == 0)
    try folder.link("zero.so", to: "/dev/zero")
    try folder.link("nowhere.so", to: "/does/not/exist")
    try folder.link("loop.so", to: "loop.so")
    #expect(mknod(folder.path("socket.so"), S_IFSOCK | 0o644, 0) == 0)
    // A file of 1 TiB that takes no space.
    try folder.write("sparse.so", ELFBuilder().bytes)
    #expect(truncate(folder.path("sparse.so"), 1 << 40) == 0)
    try folder.write("hole.so", [])
    #expect(truncate(folder.path("hole.so"), 1 << 40) == 0)
    // Its size is told as 0, and it never ends.
    try folder.link("memory.so", to: "/proc/self/mem")
    let listing = registry().list()
    for (name, says) in [
      ("folder.so", "is a folder"), ("fifo.so", "is a FIFO"), ("zero.so", "is a device"),
      ("nowhere.so", "does not exist"), ("loop.so", "leads to itself"),
      ("socket.so", "is a socket"), ("hole.so", "not an ELF file"), ("memory.so", "is empty"),
    ] {
      #expect(reason(name, in: listing)?.contains(says) == true, "\(name)")
    }
    #expect(listing.modules.map(\.facts.module) == ["GoodPage", "SamplePage"])
  }

  @Test func `Links to files are followed`() throws {
    let other = ModulesFolder()
    let path = try other.add("LinkedPage")
    try folder.link("libLinkedPage.so", to: path)
    let module = try #require(registry().list().modules.first)
    #expect(module.facts.module == "LinkedPage")
    #expect(module.path == folder.path("libLinkedPage.so"))
  }

  @Test func `A name that is not UTF-8 is a problem`() throws {
    let path = folder.path.utf8CString.dropLast() + [0x2f, -1, 0x2e, 0x73, 0x6f, 0]
    let descriptor = Array(path).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { open($0, O_WRONLY | O_CREAT, 0o644) } ?? -1
    }
    try #require(descriptor >= 0)
    close(descriptor)
    let listing = registry().list()
    #expect(listing.problems.first?.reason.contains("not UTF-8") == true)
    _ = Array(path).withUnsafeBufferPointer { buffer in buffer.baseAddress.map { unlink($0) } }
  }

  // MARK: Trust

  @Test(arguments: [0o777, 0o757, 0o1777] as [mode_t])
  func `A folder that others can write is refused`(mode: mode_t) throws {
    try folder.add("GoodPage")
    try folder.setMode(mode)
    let listing = registry().list()
    #expect(listing.modules.isEmpty)
    #expect(listing.problems.map(\.path) == [folder.path])
    #expect(listing.problems.first?.reason.contains("chmod o-w") == true)
  }

  @Test func `A file that others can write is refused until that is changed`() throws {
    try folder.add("GoodPage")
    try folder.setMode(0o666, of: "libGoodPage.so")
    let registry = registry()
    #expect(reason("libGoodPage.so", in: registry.list())?.contains("chmod o-w") == true)
    try folder.setMode(0o644, of: "libGoodPage.so")
    #expect(registry.list().modules.count == 1)
  }

  @Test(
    arguments: [
      (500, 5, 0o755, true), (0, 0, 0o755, true), (501, 5, 0o755, false), (500, 5, 0o775, true),
      (500, 6, 0o775, false), (500, 0, 0o775, true), (500, 5, 0o757, false),
    ] as [(uid_t, gid_t, mode_t, Bool)])
  func `Only the user, his group and root may be able to write`(
    owner: uid_t, group: gid_t, mode: mode_t, isTrusted: Bool
  ) {
    var status = stat()
    status.st_uid = owner
    status.st_gid = group
    status.st_mode = mode
    #expect((FileTrust.objection(to: status, user: 500, group: 5) == nil) == isTrusted)
  }

  // MARK: Folders

  @Test func `The app's folder comes first, then those of the path`() {
    #expect(Registry.folders(app: "/app", path: nil) == ["/app/modules"])
    #expect(Registry.folders(app: "/app/", path: "") == ["/app/modules"])
    #expect(Registry.folders(app: "/", path: "/a::/b:") == ["/modules", "/a", "/b"])
  }

  @Test func `Folders that are missing or none are named`() throws {
    let file = try folder.write("file", [])
    let listing = registry(["/does/not/exist", file]).list()
    #expect(listing.problems.map(\.path) == ["/does/not/exist", file])
    #expect(listing.problems[0].reason.contains("does not exist"))
    #expect(listing.problems[1].reason.contains("is not a folder"))
  }

  @Test func `One folder by two names is listed once`() throws {
    try folder.add("GoodPage")
    let listing = registry([folder.path, "\(folder.path)/."]).list()
    #expect(listing.modules.count == 1)
    #expect(listing.problems.isEmpty)
  }

  @Test func `A file that is being written is not looked at`() throws {
    let path = try folder.add("GoodPage")
    let registry = registry()
    let listing = registry.list(writing: [path])
    #expect(listing.modules.isEmpty)
    #expect(reason("libGoodPage.so", in: listing) == "is still being written")
    #expect(registry.opened == 0)
    #expect(registry.list().modules.count == 1)
  }
}
