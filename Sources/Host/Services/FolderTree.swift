private import Glibc

/// Why a folder could not be made.
struct FolderError: Error, Sendable, Hashable, CustomStringConvertible {
  var path: String
  var code: Int32

  var description: String {
    "the folder \(path) cannot be made: \(String(cString: strerror(code)))"
  }
}

/// Folders of the person's own, made and removed whole.
enum FolderTree {
  /// Makes a folder that only its owner can enter, and its parents likewise (`mkdir`).
  static func make(_ path: String) throws(FolderError) {
    guard mkdir(path, 0o700) != 0 else { return }
    var code = errno
    if code == ENOENT, path.contains("/"), parent(of: path) != path {
      try make(parent(of: path))
      if mkdir(path, 0o700) == 0 { return }
      code = errno
    }
    guard code == EEXIST, isFolder(path) else {
      throw FolderError(path: path, code: code == EEXIST ? ENOTDIR : code)
    }
  }

  /// The path without its last part.
  static func parent(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast().joined(separator: "/")
    if path.hasPrefix("/") { return "/" + parts }
    return parts.isEmpty ? "." : parts
  }

  /// Whether there is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes a folder with everything in it; links are removed, not followed.
  static func remove(_ path: String) {
    if let folder = opendir(path) {
      var names: [String] = []
      while let entry = readdir(folder) {
        // The name as declared is longer than the entry may be, so only its start is looked at.
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
      }
      closedir(folder)
      for name in names {
        let child = "\(path)/\(name)"
        var status = stat()
        if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          remove(child)
        } else {
          unlink(child)
        }
      }
    }
    rmdir(path)
  }
}
