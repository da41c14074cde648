/// Where the file system shows the process's own cgroup of version 2.
///
/// On a system of versions 1 and 2 it is mounted elsewhere than on one of version 2 alone, and in a container it may be a
/// part of it that is mounted. cgroups(7)
enum ControlGroup {
  /// Why there is none.
  struct Absence: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
  }

  /// Which groups the process is in: `/proc/self/cgroup`.
  static var ofProcess: String { contents(of: "/proc/self/cgroup") }

  /// What is mounted where the process sees it: `/proc/self/mountinfo`.
  static var mountsOfProcess: String { contents(of: "/proc/self/mountinfo") }

  private static func contents(of path: String) -> String {
    var text = ""
    ProcFile().forEachLine(of: path) { text += "\($0)\n" }
    return text
  }

  /// The folder of the process's group.
  /// - Parameters:
  ///   - group: The contents of `/proc/self/cgroup`.
  ///   - mounts: The contents of `/proc/self/mountinfo`.
  static func folder(group: String, mounts: String) throws(Absence) -> String {
    guard let line = group.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      throw Absence(description: "the process is in no cgroup of version 2")
    }
    let path = names(line.dropFirst(3))
    // The last one, as a later mount hides an earlier one at the same place.
    for mount in mounts.split(separator: "\n").reversed().compactMap(Mount.init) {
      let root = names(mount.root[...])
      // A group outside of what is mounted has no path in it.
      guard path.starts(with: root), !path.contains("..") else { continue }
      let folder = names(mount.point[...]) + path.dropFirst(root.count)
      return folder.map { "/\($0)" }.joined()
    }
    throw Absence(description: "the process's cgroup is not in the file system")
  }

  private static func names(_ path: Substring) -> [Substring] { path.split(separator: "/") }

  /// A line of `/proc/self/mountinfo` that is about cgroups of version 2. proc_pid_mountinfo(5)
  private struct Mount {
    /// Which group is at the mount point.
    let root: String
    let point: String

    init?(_ line: Substring) {
      // 41 31 0:38 ROOT POINT OPTIONS [OPTIONAL…] - TYPE SOURCE OPTIONS
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"),
        dash + 1 < fields.count, fields[dash + 1] == "cgroup2"
      else { return nil }
      root = Mount.unescaped(fields[3])
      point = Mount.unescaped(fields[4])
    }

    /// A text in which a blank, tab, line feed and backslash are given as `\040`.
    private static func unescaped(_ text: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = Substring(text).utf8
      while let unit = rest.popFirst() {
        let digits = rest.prefix(3)
        if unit == UInt8(ascii: "\\"), digits.count == 3,
          let byte = UInt8(String(Substring(digits)), radix: 8)
        {
          bytes.append(byte)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(unit)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
