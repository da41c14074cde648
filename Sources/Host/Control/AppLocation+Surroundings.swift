private import Glibc

extension AppLocation {
  /// What an app's place depends on besides the command line.
  package struct Surroundings: Sendable, Hashable {
    package var variables: [String: String]
    /// Absolute; nil when the folder that the process was started in is gone.
    package var currentFolder: String?
    /// The executable's path without links, absolute; nil when it cannot be told.
    package var executable: String?
    /// The user's home as the system's list of users has it.
    package var userHome: String?

    package init(
      variables: [String: String] = [:], currentFolder: String? = nil, executable: String? = nil,
      userHome: String? = nil
    ) {
      self.variables = variables
      self.currentFolder = currentFolder
      self.executable = executable
      self.userHome = userHome
    }

    /// What the process was started with. (getcwd(3), readlink(2), getpwuid(3))
    @MainActor package static func ofProcess() -> Self {
      Self(
        variables: processVariables(),
        currentFolder: getcwd(nil, 0).map { path in
          defer { free(path) }
          return String(cString: path)
        },
        executable: executableOfProcess(),
        userHome: getpwuid(getuid()).flatMap { user in
          user.pointee.pw_dir.map { String(cString: $0) }
        })
    }

    /// A variable's value; one that is empty counts as not set.
    subscript(name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The user's home folder.
    var home: String? { self["HOME"] ?? userHome }

    /// The path from the root, with `.` and `..` resolved by their names.
    func absolute(_ path: String) -> String {
      let whole = path.hasPrefix("/") ? path : "\(currentFolder ?? "/")/\(path)"
      var parts: [Substring] = []
      for part in whole.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return "/" + parts.joined(separator: "/")
    }

    @MainActor private static func processVariables() -> [String: String] {
      let names = ["HOME", "PAGEHOST_APP", "PAGEHOST_PATH", "XDG_DATA_HOME"]
      let pairs = names.compactMap { name in
        getenv(name).map { (name, String(cString: $0)) }
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func executableOfProcess() -> String? {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
      let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      // The kernel adds this when a newer executable has taken the file's place.
      let mark = " (deleted)"
      return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }
  }
}
