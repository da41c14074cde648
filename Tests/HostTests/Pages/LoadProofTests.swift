import FoundationEssentials
import Glibc
import Testing

@testable import Host

/// `pagehost load` on fixture pages, in a process of its own: that everything comes back.
@Suite @MainActor struct LoadProofTests {
  /// Runs the built tool on an app of modules, and reads its reports.
  private func load(_ page: String, cycles: Int) throws -> LoadReport {
    let folder = TemporaryFolder()
    mkdir(folder.path + "/modules", 0o700)
    try AppFixture.add(page, to: folder.path + "/modules")
    try AppFixture.write(
      Array(
        #"{ "app": 1, "id": "org.example.zoo", "title": "Zoo", "start": [{ "open": "\#(page)" }] }"#
          .utf8),
      to: folder.path + "/app.json")
    let tool = FixtureImage.path("").split(separator: "/").dropLast().joined(separator: "/")
    let child = try ChildProcess([
      "/\(tool)/pagehost", "load", page, "--app", folder.path, "--cycles", "\(cycles)", "--json",
    ])
    var text: [UInt8] = []
    reading: while true {
      switch child.readLine(milliseconds: 60_000) {
      case .line(let line): text += line + [10]
      case .timeout:
        Issue.record("the tool hangs")
        break reading
      case .end: break reading
      }
    }
    return try #require(try JSONDecoder().decode([LoadReport].self, from: Data(text)).first)
  }

  @Test(arguments: ["CPage", "AsyncPage", "StatePage", "HandlerPage", "EssentialsPage"])
  func `Case 1: nothing is left of a page after hundreds of cycles`(_ page: String) throws {
    let report = try load(page, cycles: 250)
    #expect(report.isClean, "\(report)")
    #expect(report.cycles == 250)
    #expect(report.privateGrowthBytes <= 16384)
  }

  @Test func `A page that leaks is found out, and its memory comes back all the same`() throws {
    let report = try load("LeakingPage", cycles: 250)
    #expect(report.unmapped)
    #expect((1 << 20..<1 << 20 + 4096).contains(report.leakedBytes), "\(report)")
    #expect(report.leakedBlocks == 1)
    #expect(report.privateGrowthBytes <= 16384)
    #expect((report.threadsLeft, report.keysLeft, report.descriptorsLeft) == (0, 0, 0))
  }

  @Test(arguments: [
    ("NoDeletePage", "NODELETE"), ("UniquePage", "unique"), ("SharedRuntimePage", "-static-stdlib"),
  ])
  func `A pinned page says why`(_ page: String, _ words: String) throws {
    let report = try load(page, cycles: 3)
    #expect(!report.unmapped)
    #expect(report.failure == nil)
    #expect(report.pinned?.contains(words) == true, "\(report)")
  }
}
