import Testing

@testable import Host
@testable import ManifestModel

@Suite @MainActor struct DatabaseSearchTests {
  private static let columns =
    "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, note TEXT, mark TEXT UNIQUE"

  private func owner(search: [String], columns: String = columns) -> Manifest {
    manifest(
      "PostsPage",
      tables: [Manifest.Table("posts", columns: columns, shared: true, search: search)])
  }

  private func withPosts(_ body: (ServiceFixture) throws -> Void) throws {
    try withServices { fixture in
      fixture.services.start([
        owner(search: ["text", "note"]), manifest("FindPage", reads: ["posts"]),
        manifest("OtherPage", tables: [table("own", "id INTEGER")]),
      ])
      try fixture.signUp()
      for text in ["Hello from the first page", "你好，世界。落叶归根", "Straße und “quotes”"] {
        _ = try fixture.run("PostsPage", "INSERT INTO posts (text) VALUES (?)", [.string(text)]).get()
      }
      try body(fixture)
    }
  }

  private func find(_ fixture: ServiceFixture, _ query: String, by module: String = "FindPage")
    throws -> [Int64]
  {
    try fixture.rows(
      module, "SELECT rowid AS id FROM posts_search WHERE posts_search MATCH ? ORDER BY rowid",
      [.string(query)]
    ).compactMap { row in
      guard case .map(let row) = row, case .integer(let id)? = row["id"] else { return nil }
      return id
    }
  }

  @Test(arguments: [
    ("\"first\"", [1]), ("\"FIRST pa\"", [1]), ("\"落叶归\"", [2]), ("\"straße\"", [3]),
    ("\"“quotes”\"", [3]), ("\"hello\" \"page\"", [1]), ("\"nothing\"", []),
  ] as [(String, [Int64])])
  func `Words and parts of words are found in any language`(query: String, ids: [Int64]) throws {
    try withPosts { fixture in
      for module in ["FindPage", "PostsPage"] {
        let found = try find(fixture, query, by: module)
        #expect(found == ids)
      }
    }
  }

  @Test func `The index follows what is changed, replaced and deleted`() throws {
    try withPosts { fixture in
      _ = try fixture.run("PostsPage", "UPDATE posts SET text = 'autumn' WHERE id = 1").get()
      #expect(try find(fixture, "\"first\"") == [])
      #expect(try find(fixture, "\"autumn\"") == [1])
      let insert = "INSERT OR REPLACE INTO posts (text, mark) VALUES (?, 'one')"
      _ = try fixture.run("PostsPage", insert, [.string("an early one")]).get()
      let answer = try fixture.run("PostsPage", insert, [.string("a later one")]).get()
      #expect(try find(fixture, "\"early\"") == [])
      #expect(try find(fixture, "\"later\"") == [5])
      #expect(
        answer == .map(["rows": .list([]), "changes": .integer(1), "rowid": .integer(5)]))
      _ = try fixture.run("PostsPage", "DELETE FROM posts").get()
      #expect(try find(fixture, "\"later\"") == [])
    }
  }

  @Test func `An index that a newer manifest declares covers what was stored before`() throws {
    try withServices { fixture in
      fixture.services.start([owner(search: [])])
      try fixture.signUp()
      _ = try fixture.run("PostsPage", "INSERT INTO posts (text, note) VALUES ('stored', 'aside')").get()
      #expect(try fixture.failure("PostsPage", "SELECT * FROM posts_search").code == .denied)
      fixture.services.database.declare([owner(search: ["text"])])
      #expect(try find(fixture, "\"stored\"", by: "PostsPage") == [1])
      #expect(try find(fixture, "\"aside\"", by: "PostsPage") == [])
      fixture.services.database.declare([owner(search: ["text", "note"])])
      #expect(try find(fixture, "\"aside\"", by: "PostsPage") == [1])
      fixture.services.database.declare([owner(search: [])])
      #expect(try fixture.failure("PostsPage", "SELECT * FROM posts_search").code == .denied)
      _ = try fixture.run("PostsPage", "INSERT INTO posts (text) VALUES ('after')").get()
    }
  }

  @Test func `A reader whose connection was open finds what comes after a change of the schema`()
    throws
  {
    try withPosts { fixture in
      #expect(try find(fixture, "\"first\"") == [1])
      _ = try fixture.run("OtherPage", "INSERT INTO own VALUES (1)").get()
      #expect(try find(fixture, "\"first\"") == [1])
      _ = try fixture.run("PostsPage", "INSERT INTO posts (text) VALUES ('first again')").get()
      #expect(try find(fixture, "\"first\"") == [1, 4])
    }
  }

  @Test(arguments: [
    ("PostsPage", "INSERT INTO posts_search (posts_search) VALUES ('delete-all')", "kept by the host"),
    ("PostsPage", "INSERT INTO posts_search (rowid, text) VALUES (9, 'x')", "kept by the host"),
    ("PostsPage", "UPDATE posts_search SET text = 'x'", "kept by the host"),
    ("PostsPage", "DELETE FROM posts_search", "kept by the host"),
    ("PostsPage", "DELETE FROM posts_search_data", "may not be modified"),
    ("PostsPage", "DROP TABLE posts_search", "change the schema"),
    ("FindPage", "INSERT INTO posts_search (posts_search) VALUES ('rebuild')", "kept by the host"),
    ("FindPage", "DELETE FROM posts_search_data", ""),
    ("OtherPage", "SELECT text FROM posts_search WHERE posts_search MATCH 'first'", "posts_search"),
    ("OtherPage", "SELECT count(*) AS n FROM posts_search", "posts_search"),
    ("OtherPage", "SELECT block FROM posts_search_data", "posts_search_data"),
    ("OtherPage", "SELECT * FROM posts_search_config", "posts_search_config"),
  ])
  func `Nobody changes an index, and who may not read a table may not read its index`(
    module: String, sql: String, words: String
  ) throws {
    try withPosts { fixture in
      let error = try fixture.failure(module, sql)
      #expect(error.message.contains(words), "\(error.message)")
      #expect(try find(fixture, "\"first\"") == [1])
    }
  }

  @Test(arguments: ["\"", "a AND", "NEAR(", "nothing:x", "*", "\"open"])
  func `A malformed query is an error in words`(query: String) throws {
    try withPosts { fixture in
      let error = try fixture.failure(
        "FindPage", "SELECT rowid AS id FROM posts_search WHERE posts_search MATCH ?",
        [.string(query)])
      #expect(!error.message.isEmpty)
    }
  }
}
