import ManifestModel
import Testing

/// A bad manifest, and the line and words of the complaint about it.
struct BadManifest: Sendable, CustomTestStringConvertible {
  var text: String
  var line: Int
  var message: String

  var testDescription: String { message }

  init(_ text: String, line: Int, _ message: String) {
    self.text = text
    self.line = line
    self.message = message
  }

  /// A manifest with the given page objects from its line 2 on.
  static func pages(_ pages: String, line: Int, _ message: String) -> BadManifest {
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.0.0\", \"pages\": [\n\(pages)]}",
      line: line, message)
  }

  /// A manifest with one page, and more keys on its line 2.
  static func more(_ keys: String, line: Int = 2, _ message: String) -> BadManifest {
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.0.0\", \"pages\": [{\"name\": \"P\", "
        + "\"actions\": [\"a.b(x)\"]}],\n\(keys)}", line: line, message)
  }

  /// A manifest whose database has the given keys on its line 2.
  static func database(_ keys: String, line: Int = 2, _ message: String) -> BadManifest {
    more("\"permissions\": {\"database\": {\(keys)}}", line: line, message)
  }
}

@Suite struct ManifestErrorTests {
  static let documents: [BadManifest] = [
    BadManifest("[]", line: 1, "expected an object, not an array"),
    BadManifest("{\n\"module\": 1,}", line: 2, "a comma before '}'; remove it"),
    BadManifest("{}", line: 1, "the key 'manifest' is missing; add \"manifest\": 1"),
    BadManifest(
      "{\"module\": 3,\n\"manifest\": 2}", line: 2,
      "manifest: version 2 is not known; write 1, or update PageHost"),
    BadManifest("{\"manifest\": \"1\"}", line: 1, "manifest: expected an integer, not '1'"),
    BadManifest(
      "{\"manifest\": 1,\n\"abi\": 9}", line: 2,
      "abi: contract 9 is not known; known is 1; update PageHost"),
    BadManifest(
      "{\"manifest\": 1}", line: 1,
      "the key 'module' is missing; add \"module\": \"HomePage\""),
    BadManifest(
      "{\"manifest\": 1,\n\"module\": \"homePage\"}", line: 2,
      "module: 'homePage' is no name here; write names such as 'HomePage', upper-case first, "
        + "letters and digits, at most 64 bytes"),
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\",\n\n\"version\": \"1.0\"}", line: 3,
      "version: expected a version such as 1.0.0, not '1.0'"),
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.00.0\"}", line: 1,
      "version: expected a version such as 1.0.0, not '1.00.0'"),
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": 1}", line: 1,
      "version: expected a string, not 1"),
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.0.0\"}", line: 1,
      "the key 'pages' is missing; add \"pages\": [{\"name\": \"M\"}]"),
    BadManifest(
      "{\"manifest\": 1, \"module\": \"M\", \"version\": \"1.0.0\", \"pages\":\n{}}", line: 2,
      "pages: expected an array, not an object"),
    .pages("", line: 1, "pages: a module has at least one page; add it"),
    .pages(
      (0...64).map { "{\"name\": \"P\($0)\"}" }.joined(separator: ","), line: 1,
      "pages: 65 pages; a module has at most 64"),
  ]

  static let pages: [BadManifest] = [
    .pages("7", line: 2, "pages[0]: expected an object, not 7"),
    .pages("{}", line: 2, "pages[0]: the key 'name' is missing; add \"name\": \"HomePage\""),
    .pages(
      "{\"name\": \"P\"},\n{\"name\": \"P\"}", line: 3,
      "pages[1].name: there is a page 'P' already, from line 2"),
    .pages(
      "{\"name\": \"\(String(repeating: "P", count: 65))\"}", line: 2,
      "pages[0].name: '\(String(repeating: "P", count: 60))…' is no name here; write names such "
        + "as 'HomePage', upper-case first, letters and digits, at most 64 bytes"),
    .pages(
      "{\"name\": \"Home-Page\"}", line: 2,
      "pages[0].name: 'Home-Page' is no name here; write names such as 'HomePage', upper-case "
        + "first, letters and digits, at most 64 bytes"),
    .pages(
      "{\"name\": \"P\", \"type\": \"a b\"}", line: 2,
      "pages[0].type: 'a b' is no class's name; write names such as 'HomePage', upper-case first, "
        + "letters and digits, at most 64 bytes"),
    .pages(
      "{\"name\": \"P\"},{\"name\": \"Q\",\n\"type\": \"P\"}", line: 3,
      "pages[1].type: there is a name of the Swift glue's 'P' already, from line 2"),
    .pages(
      "{\"name\": \"String\"}", line: 2,
      "pages[0].name: the name 'String' is kept for the glue; choose another"),
    .pages(
      "{\"name\": \"P\", \"title\": \" \"}", line: 2,
      "pages[0].title: a title is one line of text, at most 256 bytes"),
    .pages(
      "{\"name\": \"P\", \"title\": \"a\\nb\"}", line: 2,
      "pages[0].title: a title is one line of text, at most 256 bytes"),
    .pages(
      "{\"name\": \"P\", \"titles\": {\"Chinese\": \"x\"}}", line: 2,
      "pages[0].titles.Chinese: 'Chinese' is no language; write two or three lower-case letters such "
        + "as 'zh'"),
    .pages(
      "{\"name\": \"P\", \"titles\": {\"zh\": \"\"}}", line: 2,
      "pages[0].titles.zh: a title is one line of text, at most 256 bytes"),
    .pages(
      "{\"name\": \"P\",\n\"instances\": \"few\"}", line: 3,
      "pages[0].instances: expected one of one, many, not 'few'"),
    .pages(
      "{\"name\": \"P\", \"transition\": \"spin\"}", line: 2,
      "pages[0].transition: expected one of push, cover, fade, none, not 'spin'"),
    .pages(
      "{\"name\": \"P\", \"arguments\": [\"x\"]}", line: 2,
      "pages[0].arguments: expected an object, not an array"),
    .pages(
      "{\"name\": \"P\", \"arguments\": {\"contact\":\n\"int\"}}", line: 3,
      "pages[0].arguments.contact: expected one of b, x, d, s, ay, av, a{sv}, not 'int'"),
    .pages(
      "{\"name\": \"P\", \"arguments\": {\"Contact\": \"x\"}}", line: 2,
      "pages[0].arguments.Contact: 'Contact' is no argument's name; write names such as "
        + "'contact', lower-case first, letters and digits, at most 64 bytes"),
  ]

  static let signatures: [BadManifest] = [
    .pages(
      "{\"name\": \"P\", \"actions\": \"a.b()\"}", line: 2,
      "pages[0].actions: expected an array, not 'a.b()'"),
    .pages(
      "{\"name\": \"P\", \"actions\": [\"a.b()\",\n\"a.c(int)\"]}", line: 3,
      "pages[0].actions[1]: 'int' is no type; write one of b, x, d, s, ay, av, a{sv}"),
    .pages(
      "{\"name\": \"P\", \"actions\": [\n{\"whenAbsent\": \"wake\"}]}", line: 3,
      "pages[0].actions[0]: the key 'action' is missing; add \"action\": \"notices.count() -> x\""),
    .pages(
      "{\"name\": \"P\", \"actions\": [{\"action\": \"a.b()\",\n\"whenAbsent\": \"wait\"}]}",
      line: 3,
      "pages[0].actions[0].whenAbsent: expected one of unavailable, wake, keep, not 'wait'"),
    .pages(
      "{\"name\": \"P\", \"actions\": [\"a.b()\"]},\n{\"name\": \"Q\", \"actions\": [\"a.b(x)\"]}",
      line: 3, "pages[1].actions[0]: there is an action 'a.b' already, from line 2"),
    .pages(
      "{\"name\": \"P\", \"actions\": [\"a.bC()\",\n\"a.b.c()\"]}", line: 3,
      "pages[0].actions[1]: there is a name of the Swift glue's 'pABC' already, from line 2"),
    .pages(
      "{\"name\": \"P\", \"actions\": [\"a.b()\"]},\n{\"name\": \"PActions\"}", line: 3,
      "pages[1].name: there is a name of the Swift glue's 'PActions' already, from line 2"),
    .pages(
      "{\"name\": \"P\", \"outcomes\": [\"opened(x)\"]}", line: 2,
      "pages[0].outcomes[0]: a value of the outcome 'opened' has no label; write such as "
        + "'opened(value: x)'"),
    .pages(
      "{\"name\": \"P\", \"outcomes\": [\"opened(a: x, a: s)\"]}", line: 2,
      "pages[0].outcomes[0]: 'opened' has two arguments labelled 'a'"),
    .pages(
      "{\"name\": \"P\", \"outcomes\": [\"done\",\n\"done(a: x)\"]}", line: 3,
      "pages[0].outcomes[1]: there is an outcome 'done' already, from line 2"),
    .pages(
      "{\"name\": \"P\", \"outcomes\": [\"self\"]}", line: 2,
      "pages[0].outcomes[0]: the name 'self' is kept for the glue; choose another"),
    .more(
      "\"calls\": [\"a.b(s)\"]",
      "calls[0]: the module offers 'a.b(x)' itself; call it with that signature"),
    .more(
      "\"calls\": [\"c.d()\",\n\"c.d(x)\"]", line: 3,
      "calls[1]: there is a call 'c.d' already, from line 2"),
    .more(
      "\"calls\": [\"c.dE()\",\n\"c.d.e()\"]", line: 3,
      "calls[1]: there is a name of the Swift glue's 'cDE' already, from line 2"),
    .more("\"calls\": [null]", "calls[0]: expected a string, not null"),
  ]

  static let permissions: [BadManifest] = [
    .more("\"permissions\": []", "permissions: expected an object, not an array"),
    .more(
      "\"permissions\": {\"session\": 1}",
      "permissions.session: expected true or false, not 1"),
    .database(
      "",
      "permissions.database: neither tables nor reads; add one of them, or remove the key"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a\"},\n{\"name\": \"t\", \"columns\": \"a\"}]",
      line: 3, "permissions.database.tables[1].name: there is a table 't' already, from line 2"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a\"}],\n\"reads\": [\"t\"]", line: 3,
      "permissions.database.reads[0]: the module owns the table 't', at line 2, and may read it; "
        + "remove it"),
    .database(
      "\"reads\": [\"t\", \"t\"]",
      "permissions.database.reads[1]: there is a table to read 't' already, from line 2"),
    .database(
      "\"reads\": [\"sqlite_schema\"]",
      "permissions.database.reads[0]: 'sqlite_schema' is no table's name; write names such as "
        + "'posts', lower-case letters, digits and _, not beginning with 'sqlite_', at most 64 "
        + "bytes"),
    .database(
      "\"tables\": [{\"name\": \"Posts\", \"columns\": \"a\"}]",
      "permissions.database.tables[0].name: 'Posts' is no table's name; write names such as "
        + "'posts', lower-case letters, digits and _, not beginning with 'sqlite_', at most 64 "
        + "bytes"),
    .database(
      "\"tables\": [{\"name\": \"t\"}]",
      "permissions.database.tables[0]: the key 'columns' is missing; add \"columns\": "
        + "\"id INTEGER PRIMARY KEY\""),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \" \"}]",
      "permissions.database.tables[0].columns: expected column definitions such as "
        + "'id INTEGER PRIMARY KEY', not ' '"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a); DROP TABLE b; --\"}]",
      "permissions.database.tables[0].columns: a ')' that nothing opens; remove it"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a; b\"}]",
      "permissions.database.tables[0].columns: a ';' in column definitions; remove it"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a -- b\"}]",
      "permissions.database.tables[0].columns: a comment in column definitions; remove it"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a CHECK (a\"}]",
      "permissions.database.tables[0].columns: a '(' that nothing closes; close it"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a DEFAULT 'x\"}]",
      "permissions.database.tables[0].columns: a quote that nothing closes; close it"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a\", \"shared\": \"yes\"}]",
      "permissions.database.tables[0].shared: expected true or false, not 'yes'"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"body TEXT\", \"search\": [\"text\"]}]",
      "permissions.database.tables[0].search[0]: 'text' is no column to search; write the name of a "
        + "column of this table, lower-case letters, digits and _, and not 'rank'"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a\", \"search\": []}]",
      "permissions.database.tables[0].search: no column to search; add one, or remove the key"),
    .database(
      "\"tables\": [{\"name\": \"t\", \"columns\": \"a\", \"search\": [\"a\", \"a\"]}]",
      "permissions.database.tables[0].search[1]: there is a column to search 'a' already, from line 2"
    ),
    .database(
      "\"tables\": [{\"name\": \"t_search_idx\", \"columns\": \"a\"}]",
      "permissions.database.tables[0].name: 't_search_idx' is kept for the index of a table with "
        + "\"search\"; choose a name that does not end with '_search'"),
  ]

  static let requests: [BadManifest] = [
    .more(
      "\"permissions\": {\"xml\": \"yes\"}", "permissions.xml: expected true or false, not 'yes'"),
    .more(
      "\"permissions\": {\"requests\": true}",
      "permissions.requests: expected an array, not true"),
    .more(
      "\"permissions\": {\"requests\": []}",
      "permissions.requests: no origin; add one such as \"https://example.com\", or remove the key"),
    .more(
      "\"permissions\": {\"requests\": [\"*\",\n\"https://a.com/feed\"]}", line: 3,
      "permissions.requests[1]: an origin ends with its host and port; remove what begins with '/' "
        + "from 'https://a.com/feed'"),
    .more(
      "\"permissions\": {\"requests\": [\"https://a.com\",\n\"https://A.com:443\"]}", line: 3,
      "permissions.requests[1]: there is an origin 'https://a.com' already, from line 2"),
  ]

  @Test(arguments: documents + pages + signatures + permissions + requests)
  func namesFileLineKeyAndReason(bad: BadManifest) {
    let error = #expect(throws: ManifestError.self) {
      try Manifest(json: Array(bad.text.utf8), file: "page.json")
    }
    #expect(error?.description == "page.json:\(bad.line): \(bad.message)")
  }

  @Test func tellsAnUnknownVersionApart() {
    let error = #expect(throws: ManifestError.self) {
      try Manifest(json: Array("{\"manifest\": 2}".utf8), file: "page.json")
    }
    #expect(error?.code == .unsupportedVersion)
  }
}
