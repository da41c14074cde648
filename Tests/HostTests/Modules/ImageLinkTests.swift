import Glibc
import Testing

/// What the link flags make of an image, read from its file.
@Suite(.enabled(if: access("/usr/bin/readelf", X_OK) == 0, "readelf is not installed"))
struct ImageLinkTests {
  static let guarded = ["OrdinaryImage", "AsyncImage", "ThreadLocalImage", "AllocationsImage"]

  private func output(_ command: String) throws -> [Substring] {
    let stream = try #require(popen(command, "r"))
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test(arguments: guarded)
  func `An image needs neither Swift's runtime nor C++'s`(_ name: String) throws {
    let needed = try output("readelf -dW \(FixtureImage.path(name))").filter {
      $0.contains("NEEDED")
    }
    #expect(needed.contains { $0.contains("libc.so.6") })
    #expect(!needed.contains { $0.contains("libswift") || $0.contains("libstdc++") })
  }

  @Test(arguments: guarded)
  func `An image exports its entry alone`(_ name: String) throws {
    let symbols = try output("readelf -W --dyn-syms \(FixtureImage.path(name))")
    let exported = symbols.compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      guard fields.count == 8, ["GLOBAL", "WEAK", "UNIQUE"].contains(fields[4]) else { return nil }
      return fields[6] == "UND" ? nil : fields[7]
    }
    #expect(exported == ["page_module_open"])
  }

  @Test(arguments: guarded)
  func `A note tells that heap and guard are linked in`(_ name: String) throws {
    let notes = try output("readelf -n \(FixtureImage.path(name))")
    let owner = try #require(notes.firstIndex { $0.contains("PageHost") })
    #expect(notes[owner].contains("0x00000004"))
    #expect(notes[owner + 1].contains("01 00 00 00"))
  }

  @Test func `An image without the flags has no such note`() throws {
    let notes = try output("readelf -n \(FixtureImage.path("PlainImage"))")
    #expect(!notes.contains { $0.contains("PageHost") })
  }
}
