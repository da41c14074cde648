import Glibc
import Testing

@testable import Host

@Suite struct ModuleStoreTests {
  private let folder = TemporaryFolder()

  private func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    let path = "\(folder.path)/\(name)"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    chmod(path, mode)
    return path
  }

  private func contents(_ path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  private func store(settling: Duration = .seconds(2)) throws -> ModuleStore {
    try ModuleStore(folder: "\(folder.path)/data/store", settling: settling)
  }

  private func refusal(_ path: String) throws -> ModuleError {
    let store = try store()
    return try #require(#expect(throws: ModuleError.self) { try store.admit(path) })
  }

  @Test func `A copy tells its content wherever the store is`() throws {
    let digest = String(repeating: "ab", count: 32)
    #expect(ModuleStore.content(of: "/a.b/store/\(digest).so") == digest)
  }

  @Test func `The store is this user's alone, and so are its copies`() throws {
    let entry = try store().admit(write("module", to: "a.so"))
    #expect(try status("\(folder.path)/data/store").st_mode & 0o777 == 0o700)
    #expect(try status(entry.path).st_mode & 0o777 == 0o500)
    #expect(entry.bytes == 6)
    #expect(try contents(entry.path) == "module")
  }

  @Test func `A copy is named by the hash of its content`() throws {
    // BLAKE2b-256 of "module", from another implementation.
    let entry = try store().admit(write("module", to: "a.so"))
    #expect(
      entry.digest.description
        == "4f561b025b9bd404164c2a7377ef1bf84c230c622805aa3decc0b2c97c7f77d5")
    #expect(entry.path.hasSuffix("/\(entry.digest).so"))
  }

  @Test(arguments: [Duration.zero, .seconds(1000)])
  func `The same content is copied once, whatever its name and age`(_ settling: Duration) throws {
    let store = try store(settling: settling)
    let first = try store.admit(write("module", to: "a.so"))
    let inode = try status(first.path).st_ino
    #expect(try store.admit("\(folder.path)/a.so") == first)
    #expect(try store.admit(write("module", to: "b.so")) == first)
    #expect(try status(first.path).st_ino == inode)
  }

  @Test func `Case 5: new content of a file is another copy, and the old one stays as it was`()
    throws
  {
    let store = try store(settling: .zero)
    let old = try store.admit(write("old", to: "a.so"))
    let new = try store.admit(write("newer", to: "a.so"))
    #expect(old.path != new.path)
    #expect(try contents(old.path) == "old")
    #expect(try contents(new.path) == "newer")
  }

  @Test func `A copy that is not whole is made again`() throws {
    let store = try store()
    let entry = try store.admit(write("module", to: "a.so"))
    chmod(entry.path, 0o700)
    truncate(entry.path, 2)
    #expect(try store.admit("\(folder.path)/a.so") == entry)
    #expect(try contents(entry.path) == "module")
  }

  @Test func `A link is followed to the file that counts`() throws {
    let path = try write("module", to: "a.so")
    symlink("a.so", "\(folder.path)/link.so")
    let store = try store()
    #expect(try store.admit("\(folder.path)/link.so") == store.admit(path))
  }

  @Test func `What is no regular file is refused at once`() throws {
    mkfifo("\(folder.path)/fifo.so", 0o600)
    mkdir("\(folder.path)/folder.so", 0o700)
    symlink("loop.so", "\(folder.path)/loop.so")
    symlink("/dev/zero", "\(folder.path)/endless.so")
    #expect(try refusal("\(folder.path)/fifo.so").code == .notAFile)
    #expect(try refusal("\(folder.path)/folder.so").code == .notAFile)
    #expect(try refusal("\(folder.path)/loop.so").code == .unreadable)
    #expect([.notAFile, .untrusted].contains(try refusal("\(folder.path)/endless.so").code))
    #expect(try refusal("\(folder.path)/missing.so").code == .unreadable)
    #expect(try refusal("").code == .unreadable)
  }

  @Test func `A file of more than 512 MiB is refused unread`() throws {
    let path = try write("", to: "huge.so")
    try #require(truncate(path, (512 << 20) + 1) == 0)
    #expect(try refusal(path).code == .tooLarge)
  }

  @Test(arguments: [0o646, 0o666] as [mode_t])
  func `A module that others can write is refused, with the command that helps`(_ mode: mode_t)
    throws
  {
    let error = try refusal(write("module", to: "a.so", mode: mode))
    #expect(error.code == .untrusted)
    #expect(error.description.contains("run chmod o-w on it"))
  }

  @Test(
    arguments: [(0o775, false), (0o757, true), (0o1777, true), (0o755, false)] as [(mode_t, Bool)])
  func `A folder that others can write is refused; the own group is no other`(
    _ mode: mode_t, _ refused: Bool
  ) throws {
    mkdir("\(folder.path)/modules", 0o700)
    let path = try write("module", to: "modules/a.so")
    chmod("\(folder.path)/modules", mode)
    if refused {
      #expect(try refusal(path).code == .untrusted)
    } else {
      #expect(try store().admit(path).bytes == 6)
    }
  }

  @Test func `A folder above that everybody can write is refused`() throws {
    mkdir("\(folder.path)/open", 0o700)
    mkdir("\(folder.path)/open/modules", 0o700)
    let path = try write("module", to: "open/modules/a.so")
    chmod("\(folder.path)/open", 0o777)
    let error = try refusal(path)
    #expect(error.code == .untrusted)
    #expect(error.path == "\(folder.path)/open")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `A module of another user is refused`() throws {
    let path = try write("module", to: "a.so")
    chown(path, 12345, 12345)
    let error = try refusal(path)
    #expect(error.code == .untrusted)
    #expect(error.description.contains("12345"))
  }

  @Test func `A store that others can enter is refused`() throws {
    mkdir("\(folder.path)/data", 0o700)
    mkdir("\(folder.path)/data/store", 0o755)
    chmod("\(folder.path)/data/store", 0o755)
    let error = #expect(throws: ModuleError.self) { try store() }
    #expect(error?.code == .store)
    #expect(error?.advice.contains("chmod 700") == true)
  }

  @Test func `A store where there is a file is refused`() throws {
    _ = try write("no folder", to: "data")
    let error = #expect(throws: ModuleError.self) { try store() }
    #expect(error?.code == .store)
  }

  @Test func `Pruning keeps what is asked for and nothing else`() throws {
    let store = try store(settling: .zero)
    let kept = try store.admit(write("kept", to: "a.so"))
    let gone = try store.admit(write("gone", to: "b.so"))
    fclose(fopen("\(store.folder)/partial-1-1", "w"))
    store.prune(keeping: [kept.digest])
    #expect(try contents(kept.path) == "kept")
    #expect(access(gone.path, F_OK) != 0)
    #expect(access("\(store.folder)/partial-1-1", F_OK) != 0)
    #expect(try store.admit("\(folder.path)/b.so") == gone, "and it can come back")
  }
}
