internal import Glibc

/// Notices which files in the watched folders have been completely written, replaced or removed.
///
/// Wraps inotify. The owner polls `descriptor` for input and then calls `drain`; nothing here waits.
@MainActor package final class FolderWatch {
  /// What happened to a file that may be a module, or to a folder.
  package enum Change: Sendable, Hashable {
    /// The file at a path was completely written, moved or linked to there, or given other rights.
    case ready(String)
    /// There is no file at a path any more.
    case removed(String)
    /// A watched folder itself was removed or moved; it is no longer watched.
    case folderGone(String)
    /// Changes were lost, so that everything is to be listed again.
    case lost
  }

  /// Why a folder cannot be watched.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    package var path: String
    package var reason: String
    package var description: String { "\(path): \(reason)" }
  }

  /// Readable when there is something to drain; for the owner's loop, which must not read or close it.
  package nonisolated let descriptor: Int32
  /// Paths of files that somebody has begun to write and not yet closed, for `Registry.list(writing:)`.
  package private(set) var writing: Set<String> = []
  private var folders: [Int32: String] = [:]

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_MODIFY | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// Wraps `inotify_init1`.
  package init() throws(Failure) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw Failure(path: "inotify", reason: Self.words(errno))
    }
  }

  deinit { close(descriptor) }

  /// Begins to watch the folder at a path, which changes name as given here.
  ///
  /// Watching a folder again does nothing. Wraps `inotify_add_watch`.
  package func watch(_ path: String) throws(Failure) {
    let number = inotify_add_watch(descriptor, path, Self.mask)
    guard number >= 0 else { throw Failure(path: path, reason: Self.words(errno)) }
    if folders[number] == nil { folders[number] = path }
  }

  /// Takes what has happened since the last call, each file once, in the order of its last change.
  package func drain() -> [Change] {
    var changes: [Change] = []
    let capacity = 1 << 14
    withUnsafeTemporaryAllocation(
      byteCount: capacity, alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      // What arrives faster than this can be read stays for the next turn of the loop.
      for _ in 0..<64 {
        let count = read(descriptor, buffer.baseAddress, capacity)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &changes)
      }
    }
    return Self.lastOfEach(changes)
  }

  private func take(_ buffer: UnsafeRawBufferPointer, into changes: inout [Change]) {
    let headerSize = MemoryLayout<inotify_event>.size
    var offset = 0
    while buffer.count - offset >= headerSize {
      let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      offset += headerSize
      guard Int(event.len) <= buffer.count - offset else { return }
      let bytes = buffer[offset..<offset + Int(event.len)]
      offset += Int(event.len)
      let name = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      take(event, name: name ?? "", into: &changes)
    }
  }

  private func take(_ event: inotify_event, name: String, into changes: inout [Change]) {
    func has(_ flag: Int) -> Bool { event.mask & UInt32(flag) != 0 }
    if has(Int(IN_Q_OVERFLOW)) {
      // Whether a file has been closed is not known either; what is half-written will say so itself.
      writing.removeAll()
      changes.append(.lost)
      return
    }
    guard let folder = folders[event.wd] else { return }
    if has(Int(IN_IGNORED)) || has(Int(IN_MOVE_SELF)) || has(Int(IN_DELETE_SELF))
      || has(Int(IN_UNMOUNT))
    {
      folders[event.wd] = nil
      writing = writing.filter { !$0.hasPrefix("\(folder)/") }
      if has(Int(IN_MOVE_SELF)) { inotify_rm_watch(descriptor, event.wd) }
      changes.append(.folderGone(folder))
      return
    }
    guard name.hasSuffix(".so"), !name.hasPrefix("."), !has(Int(IN_ISDIR)) else { return }
    let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    if has(Int(IN_DELETE)) || has(Int(IN_MOVED_FROM)) {
      writing.remove(path)
      changes.append(.removed(path))
    } else if has(Int(IN_CLOSE_WRITE)) || has(Int(IN_MOVED_TO)) {
      writing.remove(path)
      changes.append(.ready(path))
    } else if has(Int(IN_MODIFY)) {
      writing.insert(path)
    } else if has(Int(IN_CREATE)) {
      // A link is whole at once, and nothing more will be heard of it.
      if isWholeAtOnce(path) { changes.append(.ready(path)) } else { writing.insert(path) }
    } else if has(Int(IN_ATTRIB)), !writing.contains(path) {
      changes.append(.ready(path))
    }
  }

  /// Whether a name that was just created is a symbolic link, or a further name of a file.
  private func isWholeAtOnce(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1
  }

  private static func lastOfEach(_ changes: [Change]) -> [Change] {
    var seen: Set<String> = []
    let last = changes.reversed().filter { change in
      switch change {
      case .ready(let path), .removed(let path): seen.insert(path).inserted
      case .folderGone(let path): seen.insert("\(path)/").inserted
      case .lost: seen.insert("").inserted
      }
    }
    return last.reversed()
  }

  private static func words(_ number: Int32) -> String {
    switch number {
    case ENOENT: "does not exist, so it is not watched"
    case ENOTDIR: "is not a folder, so it is not watched"
    case ENOSPC, EMFILE:
      "is not watched, since all of the system's watches are taken; raise fs.inotify.max_user_watches"
    default: "cannot be watched: \(String(cString: strerror(number)))"
    }
  }
}
