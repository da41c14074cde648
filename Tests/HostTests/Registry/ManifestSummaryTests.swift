import ManifestModel
import Testing

@testable import Host

@Suite struct ManifestSummaryTests {
  private static let good =
    #"{"manifest":1,"abi":1,"module":"HomePage","version":"1.2.0","pages":[{"name":"HomePage","#
    + #""title":"主页","arguments":{"a":"x"},"actions":["notices.set(count: x)",{"action":"#
    + #""n.c() -> x","whenAbsent":"wake"}],"outcomes":["finished"]},{"name":"Other2"}],"#
    + #""calls":["a.b()"],"permissions":{"session":true}}"#

  @Test func `Reads what a listing shows`() throws {
    let summary = try #require(ManifestSummary(Array(Self.good.utf8)))
    #expect(summary.module == "HomePage")
    #expect(summary.version == "1.2.0")
    #expect(summary.pages == ["HomePage", "Other2"])
  }

  @Test func `Reads with spaces and any order of keys`() throws {
    let text =
      " {\n\t\"pages\" : [ { \"title\":null, \"name\" : \"A\" } ] ,\"version\":\"0.10.3\",\r\n"
      + "\"module\":\"A\",\"manifest\": 1 , \"unknown\":[1,[],{},false] } "
    #expect(ManifestSummary(Array(text.utf8))?.pages == ["A"])
  }

  @Test(arguments: [
    "", "{}", "[]", "nul", #"{"manifest":1,"module":"A","version":"1.0.0"}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[]}"#,
    #"{"manifest":2,"module":"A","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"abi":2,"module":"A","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"a","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A_","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"01.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1..0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0.","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{"name":"A"},{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{}]}"#,
    #"{"manifest":1,"module":"A","module":"B","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"\u0041","version":"1.0.0","pages":[{"name":"A"}]}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{"name":"A"}]} x"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{"name":"A"}],}"#,
    #"{"manifest":1,"module":"A","version":"1.0.0","pages":[{"name":"A","title":"a\#u{1}"}]}"#,
  ])
  func `Leaves all else to the manifest's own reader`(text: String) {
    #expect(ManifestSummary(Array(text.utf8)) == nil)
  }

  @Test func `A text that is not UTF-8 or too deep is left to it too`() {
    var bytes = Array(Self.good.utf8)
    if let index = bytes.firstIndex(where: { $0 > 0x80 }) { bytes[index] = 0xff }
    #expect(ManifestSummary(bytes) == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(ManifestSummary(Array("{\"a\":\(deep)".utf8)) == nil)
  }

  @Test func `Takes nothing for JSON that is none, and nothing for a name that is none`() throws {
    var random = SeededGenerator(seed: 11)
    let characters = Array(#"{}[]",:.\0129aAzZ eE-+tfn"#.utf8) + [0, 0x1f, 0x80, 0xff]
    var taken = 0
    for _ in 0..<5000 {
      var bytes = Array(Self.good.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = characters.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: index)
        default: bytes.insert(characters.randomElement(using: &random) ?? 0, at: index)
        }
      }
      guard let summary = ManifestSummary(bytes) else { continue }
      taken += 1
      // Duplicate keys inside of what a listing does not show are for the full check to find.
      do throws(ManifestError) {
        _ = try JSONNode.parse(bytes, file: "note")
      } catch {
        #expect(error.reason.contains("twice") || error.reason.contains("duplicate"), "\(error)")
        continue
      }
      if let manifest = try? Manifest(json: bytes, file: "note") {
        #expect(manifest.module == summary.module && manifest.version == summary.version)
        #expect(manifest.pages.map(\.name) == summary.pages)
      }
      #expect(summary.module.isPageName && summary.version.isVersion)
      #expect(summary.pages.allSatisfy { $0.isPageName })
    }
    #expect(taken > 100)
  }
}
