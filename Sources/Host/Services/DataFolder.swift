private import Glibc

/// Why a data folder cannot be used.
package struct DataFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of obstacle.
  package enum Code: Sendable, Hashable {
    case notMade
    case notAFolder
    case notWritable
    case writableByOthers
    case inUse
  }

  package var code: Code
  package var path: String
  /// What stands in the way and the next step, in words.
  package var description: String
}

/// The folder where the host keeps everything of one person and app; one host at a time uses it.
@MainActor package final class DataFolder {
  /// Where it is, without a slash at the end.
  package let path: String
  private let isTemporary: Bool
  /// The open lock file; its lock ends with it, also when the process dies.
  private var lock: Int32?

  private init(path: String, isTemporary: Bool, lock: Int32) {
    self.path = path
    self.isTemporary = isTemporary
    self.lock = lock
  }

  deinit {
    if let lock { Glibc.close(lock) }
  }

  /// Makes the folder and its parents when they are missing, and locks it.
  ///
  /// - Parameter host: A word for this host in the message that a second one shows.
  /// - Throws: When it cannot be written, when others can write to it, or when another host uses
  ///   it.
  package static func open(
    _ path: String, host: String = "pagehost"
  ) throws(DataFolderError) -> DataFolder {
    try open(path, host: host, isTemporary: false)
  }

  /// Makes a folder that is removed when it is closed, in `$TMPDIR` or `/tmp`.
  package static func temporary(
    in parent: String? = nil, host: String = "pagehost"
  ) throws(DataFolderError) -> DataFolder {
    let wanted = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = parent ?? (wanted.isEmpty ? "/tmp" : wanted)
    var template = Array("\(parent)/pagehost-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = String(cString: strerror(errno))
      throw DataFolderError(
        code: .notMade, path: parent,
        description:
          "no temporary folder can be made in \(parent): \(reason); set TMPDIR or give --data")
    }
    let path = template.withUnsafeBufferPointer { text in
      text.baseAddress.map { String(cString: $0) } ?? parent
    }
    return try open(path, host: host, isTemporary: true)
  }

  private static func open(
    _ given: String, host: String, isTemporary: Bool
  ) throws(DataFolderError) -> DataFolder {
    let path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    do throws(FolderError) {
      try FolderTree.make(path)
    } catch {
      throw DataFolderError(
        code: error.code == ENOTDIR ? .notAFolder : .notMade, path: path,
        description:
          "the data folder \(path) cannot be made: \(String(cString: strerror(error.code))); "
          + "give another --data")
    }
    var status = stat()
    // The sticky bit does not help: others could still put files there before the host does.
    if stat(path, &status) == 0, status.st_mode & 0o022 != 0 {
      throw DataFolderError(
        code: .writableByOthers, path: path,
        description:
          "others can write to the data folder \(path); run chmod go-w on it, or give another "
          + "--data")
    }
    let lockPath = "\(path)/lock"
    let lock = Glibc.open(lockPath, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw DataFolderError(
        code: .notWritable, path: path,
        description:
          "the data folder \(path) cannot be written: \(String(cString: strerror(errno))); make "
          + "it writable, or give another --data")
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = holder(of: lock)
      Glibc.close(lock)
      guard code == EWOULDBLOCK else {
        throw DataFolderError(
          code: .notWritable, path: path,
          description:
            "the data folder \(path) cannot be locked: \(String(cString: strerror(code))); give "
            + "another --data")
      }
      throw DataFolderError(
        code: .inUse, path: path,
        description: "the data folder \(path) is used by \(holder); close it or give another --data"
      )
    }
    let content = Array("\(getpid()) \(host)\n".utf8)
    guard ftruncate(lock, 0) == 0, pwrite(lock, content, content.count, 0) == content.count else {
      let reason = String(cString: strerror(errno))
      Glibc.close(lock)
      throw DataFolderError(
        code: .notWritable, path: path,
        description:
          "the data folder \(path) cannot be written: \(reason); make room or give another "
          + "--data")
    }
    return DataFolder(path: path, isTemporary: isTemporary, lock: lock)
  }

  /// Who holds the lock, as the lock's file says: "process 1234 (pagehost)".
  private static func holder(of lock: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = pread(lock, &bytes, bytes.count, 0)
    guard count > 0, let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
      return "another process"
    }
    let words = text.trimmed.split(separator: " ", maxSplits: 1)
    guard let first = words.first, let process = Int32(first) else { return "another process" }
    guard words.count > 1 else { return "process \(process)" }
    return "process \(process) (\(words[1]))"
  }

  /// Gives the lock back, and removes the folder if it is a temporary one.
  ///
  /// Closing twice is harmless.
  package func close() {
    guard let lock else { return }
    self.lock = nil
    if isTemporary {
      FolderTree.remove(path)
    } else {
      ftruncate(lock, 0)
    }
    // A process that is being started has the descriptor too until it runs its own program, and would keep the lock.
    flock(lock, LOCK_UN)
    Glibc.close(lock)
  }
}
