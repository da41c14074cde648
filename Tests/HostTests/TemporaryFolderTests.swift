import Glibc
import Testing

/// The tests' own folders, which they may fill with anything.
@Suite struct TemporaryFolderTests {
  @Test func `A link in it is removed, and what it leads to stays as it was`() throws {
    let other = TemporaryFolder()
    try AppFixture.write([1], to: other.path + "/file")
    chmod(other.path + "/file", 0o640)
    mkdir(other.path + "/closed", 0o500)
    var folder: TemporaryFolder? = TemporaryFolder()
    let path = try #require(folder?.path)
    for name in ["file", "closed"] { symlink("\(other.path)/\(name)", "\(path)/\(name)") }
    symlink(other.path, path + "/other")
    mkdir(path + "/locked", 0o000)
    folder = nil
    #expect(access(path, F_OK) != 0)
    var status = stat()
    #expect(stat(other.path + "/file", &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(stat(other.path + "/closed", &status) == 0 && status.st_mode & 0o777 == 0o500)
  }
}
