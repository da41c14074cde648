import Glibc
import Testing

@testable import Host

@MainActor @Suite struct FolderWatchTests {
  let folder: ModulesFolder
  let watch: FolderWatch

  init() throws {
    folder = ModulesFolder()
    watch = try FolderWatch()
    try watch.watch(folder.path)
  }

  /// What is there without waiting: inotify queues events before the call that caused them returns.
  private func changes() -> [FolderWatch.Change] {
    var request = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return [] }
    return watch.drain()
  }

  @Test func `A module is noticed when its writing has ended, not before`() throws {
    let path = folder.path("libNewPage.so")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0)
    let registry = Registry(testing: [folder.path])
    let bytes = ELFBuilder().bytes
    #expect(bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, 100) } == 100)
    #expect(changes() == [])
    #expect(watch.writing == [path])
    #expect(
      registry.list(writing: watch.writing).problems.map(\.reason) == ["is still being written"])
    // Also who does not ask is told that it is not whole.
    #expect(registry.list().problems.first?.reason.contains("cut off") == true)

    let rest = bytes.dropFirst(100)
    #expect(rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == rest.count)
    #expect(changes() == [])
    close(descriptor)
    #expect(changes() == [.ready(path)])
    #expect(watch.writing.isEmpty)
    let listing = registry.list(writing: watch.writing)
    #expect(listing.modules.map(\.path) == [path])
    #expect(listing.problems.isEmpty)
  }

  @Test func `Moves, links, removals and rights are noticed`() throws {
    let other = ModulesFolder()
    let path = folder.path("libNewPage.so")
    let made = try other.add("NewPage")
    #expect(rename(made, path) == 0)
    #expect(changes() == [.ready(path)])
    #expect(chmod(path, 0o600) == 0)
    #expect(changes() == [.ready(path)])
    try folder.link("liblink.so", to: path)
    #expect(changes() == [.ready(folder.path("liblink.so"))])
    #expect(link(path, folder.path("libhard.so")) == 0)
    #expect(changes().contains(.ready(folder.path("libhard.so"))))
    #expect(rename(path, made) == 0)
    #expect(changes() == [.removed(path)])
    folder.remove("liblink.so")
    #expect(changes() == [.removed(folder.path("liblink.so"))])
    #expect(watch.writing.isEmpty)
  }

  @Test func `A file that is written again is reported once it is closed`() throws {
    let path = try folder.add("OnePage")
    _ = changes()
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    try #require(descriptor >= 0)
    #expect(changes() == [])
    #expect(watch.writing == [path])
    close(descriptor)
    #expect(changes() == [.ready(path)])
  }

  @Test func `Each file is reported once, with its last state`() throws {
    let path = folder.path("libNewPage.so")
    for _ in 0..<3 { try folder.add("NewPage") }
    try folder.add("OtherPage")
    folder.remove("libNewPage.so")
    #expect(changes() == [.ready(folder.path("libOtherPage.so")), .removed(path)])
  }

  @Test func `Other files and folders are ignored`() throws {
    try folder.write("notes.txt", [1])
    try folder.write(".libNew.so", [1])
    _ = try folder.makeFolder("folder.so")
    #expect(watch.drain() == [])
    #expect(watch.writing.isEmpty)
  }

  @Test func `A folder that goes is reported`() throws {
    let inner = try folder.makeFolder("inner")
    let second = try FolderWatch()
    try second.watch(inner)
    try second.watch(inner)
    let descriptor = open("\(inner)/libx.so", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    _ = second.drain()
    #expect(second.writing == ["\(inner)/libx.so"])
    close(descriptor)
    folder.remove("inner")
    #expect(second.drain().contains(.folderGone(inner)))
    #expect(second.writing.isEmpty)
    #expect(second.drain() == [])
  }

  @Test func `What cannot be watched is named`() throws {
    let file = try folder.write("file", [])
    let missing = #expect(throws: FolderWatch.Failure.self) { try watch.watch("/does/not/exist") }
    #expect(missing?.description.contains("/does/not/exist: does not exist") == true)
    let none = #expect(throws: FolderWatch.Failure.self) { try watch.watch(file) }
    #expect(none?.reason.contains("is not a folder") == true)
  }

  @Test func `Draining what is empty gives nothing`() { #expect(watch.drain() == []) }
}
