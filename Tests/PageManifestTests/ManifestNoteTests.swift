import ManifestModel
import PageABI
import Testing

@testable import page_manifest

@Suite struct ManifestNoteTests {
  @Test func writesCompactJSONInAFixedOrder() {
    let text = String(decoding: Samples.fullManifest.noteBytes, as: UTF8.self)
    #expect(
      text == #"{"manifest":1,"abi":1,"module":"HomePage","version":"1.20.3","pages":["#
        + #"{"name":"HomePage","type":"HomeView","title":"家 \"x\"","instances":"many","#
        + #""transition":"cover","arguments":{"contact":"x","what":"a{sv}"},"#
        + #""actions":["notices.set(count: x)","#
        + #"{"action":"notices.count() -> x","whenAbsent":"wake"},"notes.put(s, ay)"],"#
        + #""outcomes":["finished","opened(contact: x)"]},{"name":"Second","titles":{"zh":"第二"}}],"#
        + #""calls":["posts.find(text: s) -> av"],"permissions":{"database":{"tables":["#
        + #"{"name":"posts","columns":"id INTEGER PRIMARY KEY, body TEXT DEFAULT (')')","#
        + #""shared":true,"search":["body"]},{"name":"drafts_2","columns":"body TEXT"}],"#
        + #""reads":["contacts"]},"#
        + #""preferences":true,"session":true,"census":true,"xml":true,"#
        + #""requests":["https://example.com","http://127.0.0.1:8080","https://*"]}}"#)
  }

  @Test func readsBackWhatItWrites() throws {
    let (manifest, warnings) = try Manifest.read(json: Samples.fullManifest.noteBytes, file: "note")
    #expect(manifest == Samples.fullManifest)
    #expect(warnings.isEmpty)
    #expect(manifest.noteBytes == Samples.fullManifest.noteBytes)
  }

  @Test func leavesOutDefaults() {
    let manifest = Manifest(module: "M", version: "1.0.0", pages: [Manifest.Page("P")])
    #expect(
      String(decoding: manifest.noteBytes, as: UTF8.self)
        == #"{"manifest":1,"abi":1,"module":"M","version":"1.0.0","pages":[{"name":"P"}]}"#)
  }

  @Test func hasTheContractsOwnerTypeAndLimits() {
    #expect(Manifest.noteSection == PAGE_NOTE_SECTION)
    #expect(Manifest.noteOwner == PAGE_NOTE_OWNER)
    #expect(Manifest.noteType == PAGE_NOTE_MANIFEST)
    #expect(Manifest.noteMaxBytes == Int(PAGE_NOTE_MAX_BYTES))
    #expect(Manifest.abi == Int64(PAGE_ABI_VERSION))
  }

  @Test func padsOwnerAndDescriptorToWords() {
    let manifest = Manifest(module: "M", version: "1.0.0", pages: [Manifest.Page("Pp")])
    let descriptor = manifest.noteBytes
    #expect(descriptor.count % 4 != 0)
    let bytes = NoteWords(manifest).words.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    #expect(bytes[0..<12] == [9, 0, 0, 0, UInt8(descriptor.count), 0, 0, 0, 1, 0, 0, 0])
    #expect(Array(bytes[12..<24]) == Array("PageHost".utf8) + [0, 0, 0, 0])
    #expect(Array(bytes[24..<24 + descriptor.count]) == descriptor)
    #expect(bytes[(24 + descriptor.count)...].allSatisfy { $0 == 0 })
    #expect(bytes.count == 24 + (descriptor.count + 3) / 4 * 4)
  }

  @Test func refusesWhatANoteCannotHold() throws {
    func json(columns: Int) -> [UInt8] {
      Array(
        """
        {"manifest": 1, "module": "M", "version": "1.0.0", "pages": [{"name": "P"}],
        "permissions": {"database": {"tables":
        [{"name": "t", "columns": "\(String(repeating: "a", count: columns))"}]}}}
        """.utf8)
    }
    let base = try Manifest(json: json(columns: 1), file: "page.json").noteBytes.count - 1
    let most = Manifest.noteMaxBytes - base
    #expect(try Manifest(json: json(columns: most), file: "").noteBytes.count == 16384)
    let error = #expect(throws: ManifestError.self) {
      try Manifest(json: json(columns: most + 1), file: "page.json")
    }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.description
        == "page.json:1: the manifest has 16385 bytes without its spaces; a note holds 16384;"
        + " divide the module")
  }
}

/// Damaged documents; anybody may have written a note.
@Suite struct DamagedManifestTests {
  @Test(arguments: [0x00, 0x22, 0x2C, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8])
  func refusesOrReadsBackWhateverOneByteBecomes(byte: UInt8) throws {
    let sound = Samples.fullManifest.noteBytes
    for index in sound.indices {
      var damaged = sound
      damaged[index] = byte
      guard let manifest = try? Manifest(json: damaged, file: "note") else { continue }
      #expect(try Manifest(json: manifest.noteBytes, file: "note") == manifest)
    }
  }

  @Test func refusesEveryPrefix() {
    let sound = Samples.fullManifest.noteBytes
    for length in sound.indices {
      #expect(throws: ManifestError.self) { try Manifest(json: Array(sound[..<length]), file: "") }
    }
  }
}
