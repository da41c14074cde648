import ManifestModel
import Testing

@Suite struct ManifestTests {
  @Test func readsEverything() throws {
    let manifest = try Manifest(json: Array(Samples.full.utf8), file: "page.json")
    #expect(manifest == Samples.fullManifest)
    #expect(manifest.permissions.database)
  }

  @Test func hasDefaults() throws {
    let text = #"{"manifest": 1, "module": "M", "version": "0.0.1", "pages": [{"name": "P"}]}"#
    let (manifest, warnings) = try Manifest.read(json: Array(text.utf8), file: "page.json")
    #expect(warnings.isEmpty)
    let page = manifest.pages[0]
    #expect(page.type == "P" && page.title == "P" && page.instances == .one)
    #expect(page.arguments.isEmpty && page.actions.isEmpty && page.outcomes.isEmpty)
    #expect(page.transition == nil && manifest.calls.isEmpty)
    #expect(manifest.permissions == Manifest.Permissions())
    #expect(!manifest.permissions.database)
  }

  @Test func warnsOfUnknownKeysAndGoesOn() throws {
    let text = """
      {"manifest": 1, "module": "M", "version": "1.0.0",
       "pages": [{"name": "P", "titel": "x",
         "actions": [{"action": "a.b()", "when": "wake"}]}],
       "permissions": {"camera": true, "database": {"tables":
         [{"name": "t", "columns": "id INTEGER", "share": true}], "read": []}},
       "icon": "x.png"}
      """
    let (manifest, warnings) = try Manifest.read(json: Array(text.utf8), file: "page.json")
    #expect(manifest.pages[0].title == "P")
    let places = warnings.map { "\($0.line):\($0.column) \($0.key)" }.sorted()
    #expect(
      places == [
        "2:26 pages[0]", "3:36 pages[0].actions[0]", "4:18 permissions",
        "5:44 permissions.database.tables[0]", "5:61 permissions.database", "6:2 ",
      ])
    #expect(
      warnings.first?.diagnostic.hasPrefix("page.json:6:2: warning: unknown key 'icon'") == true)
  }

  @Test func offersAndCallsOneActionWithOneSignature() throws {
    let text = """
      {"manifest": 1, "module": "M", "version": "1.0.0",
       "pages": [{"name": "P", "actions": ["a.b(count: x)"]}], "calls": ["a.b(x)"]}
      """
    #expect(try Manifest(json: Array(text.utf8), file: "").calls.count == 1)
  }
}
