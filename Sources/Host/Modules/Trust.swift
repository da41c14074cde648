internal import Glibc

/// Who can write what the host is going to run: only this user and root may.
enum Trust {
  /// Checks the folder of a module, and that the folders above it cannot be replaced by everybody.
  static func check(folder: String) throws(ModuleError) {
    var path = folder
    var status = stat()
    guard stat(path.isEmpty ? "/" : path, &status) == 0 else {
      throw ModuleError(
        .unreadable, path: path, cause: String(cString: strerror(errno)),
        advice: "check that the folder is there and can be read")
    }
    try check(status, path: path)
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      guard stat(path.isEmpty ? "/" : path, &status) == 0 else { continue }
      // A folder as /tmp, in which nobody can move what belongs to others, is fine.
      if status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0 {
        throw untrusted(path, "everybody can write it", "chmod o-w \(path)")
      }
    }
  }

  /// Checks a file, or a folder that holds one.
  static func check(_ status: stat, path: String) throws(ModuleError) {
    // The rule by which the registry lists files, so that what is listed can be opened.
    if let objection = FileTrust.objection(to: status, user: geteuid(), group: getegid()) {
      throw ModuleError(
        .untrusted, path: path, advice: "it \(objection); what it holds would run as you")
    }
  }

  private static func untrusted(_ path: String, _ cause: String, _ step: String) -> ModuleError {
    ModuleError(
      .untrusted, path: path, cause: cause,
      advice: "what it holds would run as you; if that is right, \(step)")
  }
}
