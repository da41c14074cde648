/// The process's mappings and how much of each only this process has, from /proc/self/smaps.
struct PrivateAreas {
  private struct Area {
    var start: UInt
    var end: UInt
    var bytes = 0
  }

  private var areas: [Area] = []

  /// Reads the process's mappings; none where /proc cannot be read.
  static func ofProcess() -> PrivateAreas {
    var result = PrivateAreas()
    ProcFile().forEachLine(of: "/proc/self/smaps") { line in
      if line.hasPrefix("Private_Clean:") || line.hasPrefix("Private_Dirty:") {
        let kibibytes = Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
        if let last = result.areas.indices.last { result.areas[last].bytes += kibibytes * 1024 }
      } else if let dash = line.firstIndex(of: "-"), let blank = line.firstIndex(of: " "),
        dash < blank, let start = UInt(line[..<dash], radix: 16),
        let end = UInt(line[line.index(after: dash)..<blank], radix: 16)
      {
        result.areas.append(Area(start: start, end: end))
      }
    }
    return result
  }

  /// All of it, in bytes.
  var total: Int { areas.reduce(0) { $0 + $1.bytes } }

  /// What lies between two addresses, in bytes.
  func bytes(from start: UInt, to end: UInt) -> Int {
    areas.filter { $0.start >= start && $0.end <= (end + 4095) / 4096 * 4096 }
      .reduce(0) { $0 + $1.bytes }
  }
}
