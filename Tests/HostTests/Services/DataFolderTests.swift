import Glibc
import Testing

@testable import Host

@Suite @MainActor struct DataFolderTests {
  private func withParent(_ body: (String) throws -> Void) throws {
    let parent = try DataFolder.temporary()
    defer { parent.close() }
    try body(parent.path)
  }

  private func error(_ path: String) throws -> DataFolderError {
    try #require(throws: DataFolderError.self) { try DataFolder.open(path).close() }
  }

  @Test func `It is made with its parents, for its owner only`() throws {
    try withParent { parent in
      let folder = try DataFolder.open("\(parent)/a/b/c/")
      defer { folder.close() }
      #expect(folder.path == "\(parent)/a/b/c")
      for path in ["\(parent)/a", folder.path] {
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
      }
    }
  }

  @Test func `A temporary one is gone with everything in it when it is closed`() throws {
    let folder = try DataFolder.temporary()
    try FolderTree.make("\(folder.path)/a/b")
    try write("x", to: "\(folder.path)/a/b/file")
    // What a link leads to is not the folder's.
    try withParent { other in
      try write("kept", to: "\(other)/file")
      try #require(symlink(other, "\(folder.path)/link") == 0)
      folder.close()
      folder.close()
      #expect(access(folder.path, F_OK) != 0)
      #expect(read("\(other)/file") == "kept")
    }
  }

  @Test func `A second host is told who has it, and gets it when the first is done`() throws {
    try withParent { parent in
      let first = try DataFolder.open("\(parent)/data")
      let second = try error("\(parent)/data")
      #expect(second.code == .inUse)
      #expect(
        second.description
          == "the data folder \(parent)/data is used by process \(getpid()) (pagehost); "
          + "close it or give another --data")
      first.close()
      try DataFolder.open("\(parent)/data").close()
    }
  }

  @Test(.enabled(if: access("/usr/bin/flock", X_OK) == 0, "needs flock of util-linux"))
  func `A lock held by another process is respected, and its end frees the folder`() throws {
    try withParent { parent in
      try DataFolder.open(parent + "/data").close()
      try write("4711 other host\n", to: parent + "/data/lock")
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      defer { close(ends[0]) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // Without a fork of its own, so that the one process is the holder.
      let words = [
        "flock", "-F", "-n", parent + "/data/lock", "sh", "-c", "echo held; exec sleep 60",
      ]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var process: pid_t = 0
      try #require(posix_spawn(&process, "/usr/bin/flock", &actions, nil, &arguments, environ) == 0)
      close(ends[1])
      var byte: UInt8 = 0
      try #require(Glibc.read(ends[0], &byte, 1) == 1)
      let second = try error(parent + "/data")
      #expect(second.code == .inUse)
      #expect(second.description.contains("is used by process 4711 (other host)"))
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      try DataFolder.open(parent + "/data").close()
    }
  }

  @Test func `A file in its place, or in its parents', is told`() throws {
    try withParent { parent in
      try write("x", to: "\(parent)/file")
      for path in ["\(parent)/file", "\(parent)/file/data"] {
        let error = try error(path)
        #expect(error.code == .notAFolder)
        #expect(error.description.contains("\(path) cannot be made: Not a directory"))
        #expect(error.description.contains("--data"))
      }
      #expect(read("\(parent)/file") == "x")
    }
  }

  @Test func `A place where nothing can be made is told`() throws {
    let error = try error("/proc/pagehost/data")
    #expect(error.code == .notMade)
    #expect(error.description.contains("/proc/pagehost/data cannot be made"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `A folder that cannot be written is told`() throws {
    try withParent { parent in
      try #require(mkdir("\(parent)/data", 0o500) == 0)
      let error = try error("\(parent)/data")
      #expect(error.code == .notWritable)
      #expect(error.description.contains("cannot be written"))
    }
  }

  @Test func `A folder that others can write to is refused and left as it is`() throws {
    try withParent { parent in
      try #require(mkdir("\(parent)/data", 0o700) == 0 && chmod("\(parent)/data", 0o777) == 0)
      let error = try error("\(parent)/data")
      #expect(error.code == .writableByOthers)
      #expect(error.description.contains("chmod go-w"))
      #expect(access("\(parent)/data/lock", F_OK) != 0)
    }
  }

  @Test func `A link in the lock's place is not followed`() throws {
    try withParent { parent in
      try write("kept", to: "\(parent)/victim")
      try #require(mkdir("\(parent)/data", 0o700) == 0)
      try #require(symlink("\(parent)/victim", "\(parent)/data/lock") == 0)
      #expect(try error("\(parent)/data").code == .notWritable)
      #expect(read("\(parent)/victim") == "kept")
    }
  }
}
