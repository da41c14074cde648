import ManifestModel

/// Manifests that several tests use.
enum Samples {
  /// A manifest with everything in it.
  static let full = """
    { "manifest": 1, "module": "HomePage", "version": "1.20.3",
      "pages": [
        { "name": "HomePage", "type": "HomeView", "title": "家 \\"x\\"", "instances": "many",
          "transition": "cover", "arguments": { "what": "a{sv}", "contact": "x" },
          "actions": [ "notices.set(count: x)",
            { "action": "notices.count() → x", "whenAbsent": "wake" },
            { "whenAbsent": "unavailable", "action": "notes.put(s, ay)" } ],
          "outcomes": ["finished", "opened(contact: x)"] },
        { "name": "Second", "titles": { "zh": "第二" } } ],
      "calls": ["posts.find(text: s) -> av"],
      "permissions": {
        "database": {
          "tables": [
            { "name": "posts", "columns": "id INTEGER PRIMARY KEY, body TEXT DEFAULT (')')",
              "shared": true, "search": ["body"] },
            { "name": "drafts_2", "columns": "body TEXT" } ],
          "reads": ["contacts"] },
        "preferences": true, "session": true, "census": true,
        "requests": ["HTTPS://Example.com:443", "http://127.0.0.1:8080", "https://*"], "xml": true } }
    """

  private static var second: Manifest.Page {
    var page = Manifest.Page("Second")
    page.titles = ["zh": "第二"]
    return page
  }

  static let fullManifest = Manifest(
    module: "HomePage", version: "1.20.3",
    pages: [
      Manifest.Page(
        "HomePage", type: "HomeView", title: "家 \"x\"", instances: .many,
        arguments: ["what": .map, "contact": .integer],
        actions: [
          Manifest.Action(
            Signature(name: "notices.set", arguments: [.init(label: "count", type: .integer)])),
          Manifest.Action(
            Signature(name: "notices.count", reply: .integer), whenAbsent: .wake),
          Manifest.Action(
            Signature(name: "notes.put", arguments: [.init(type: .string), .init(type: .bytes)])),
        ],
        outcomes: [
          Signature(name: "finished"),
          Signature(name: "opened", arguments: [.init(label: "contact", type: .integer)]),
        ],
        transition: "cover"),
      second,
    ],
    calls: [
      Signature(
        name: "posts.find", arguments: [.init(label: "text", type: .string)], reply: .list)
    ],
    permissions: Manifest.Permissions(
      tables: [
        Manifest.Table(
          "posts", columns: "id INTEGER PRIMARY KEY, body TEXT DEFAULT (')')", shared: true,
          search: ["body"]),
        Manifest.Table("drafts_2", columns: "body TEXT"),
      ],
      reads: ["contacts"], preferences: true, session: true, census: true,
      requests: [
        .one(Origin(scheme: "https", host: "example.com", port: 443)),
        .one(Origin(scheme: "http", host: "127.0.0.1", port: 8080)), .secure,
      ], xml: true))
}
