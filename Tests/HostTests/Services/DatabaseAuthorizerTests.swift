import Testing

@testable import Host

@Suite @MainActor struct DatabaseAuthorizerTests {
  private let manifests = [
    manifest(
      "NotesPage",
      tables: [table("notes", "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT UNIQUE")],
      reads: ["people", "hidden", "nowhere"]),
    manifest(
      "PeoplePage",
      tables: [
        table("people", "id INTEGER PRIMARY KEY, name TEXT", shared: true),
        table("hidden", "id INTEGER"), table("open", "id INTEGER", shared: true),
      ]),
  ]

  private func withTables(_ body: (ServiceFixture) throws -> Void) throws {
    try withServices { fixture in
      fixture.services.start(manifests)
      try fixture.signUp()
      // All tables of all modules exist.
      _ = try fixture.run("PeoplePage", "INSERT INTO people (name) VALUES ('Grace')").get()
      try body(fixture)
    }
  }

  @Test(arguments: [
    "INSERT INTO notes (text) VALUES ('x')",
    "INSERT INTO notes (text) VALUES ('x') ON CONFLICT (text) DO UPDATE SET text = 'y'",
    "INSERT INTO notes (text) SELECT name FROM people",
    "INSERT INTO notes (text) VALUES ('r') RETURNING id",
    "UPDATE NOTES SET text = 'y'",
    "DELETE FROM notes",
    "SELECT count(*) AS n FROM notes",
    "SELECT name FROM people",
    "SELECT \"Name\" AS n FROM \"People\"",
    "SELECT n.text, p.name FROM notes n JOIN people p ON p.id = n.id",
    "WITH own AS (SELECT 1 AS a) SELECT count(*) AS n FROM own",
    "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 3) SELECT x FROM r",
    "SELECT value FROM json_each('[1, 2]')",
    "SELECT upper(name) AS u, row_number() OVER (ORDER BY id) AS r FROM people",
    "SELECT * FROM (SELECT count(*) AS n FROM people)",
    "EXPLAIN SELECT name FROM people",
  ])
  func `Statements on own and granted tables are allowed`(sql: String) throws {
    try withTables { fixture in
      #expect(throws: Never.self) { try fixture.run("NotesPage", sql).get() }
    }
  }

  @Test(arguments: [
    ("SELECT * FROM sqlite_master", "sqlite_master"),
    ("SELECT count(*) AS n FROM sqlite_schema", "sqlite_"),
    ("SELECT * FROM sqlite_sequence", "sqlite_sequence"),
    ("SELECT * FROM pagehost_tables", "pagehost_tables"),
    ("DELETE FROM pagehost_tables", "pagehost_tables"),
    (
      "SELECT * FROM open",
      "list \"open\" under permissions.database.reads in page.json of NotesPage"
    ),
    ("SELECT count(*) AS n FROM open", "permissions.database.reads"),
    ("SELECT * FROM nowhere", "table \"nowhere\" is declared by no module"),
    ("SELECT * FROM typo", "\"typo\": it is not a table that NotesPage declares"),
    ("SELECT id FROM hidden", "page.json of PeoplePage must declare it with \"shared\": true"),
    ("SELECT count(*) AS n FROM hidden", "\"shared\": true"),
    ("INSERT INTO notes (text) SELECT id FROM hidden", "\"shared\": true"),
    ("INSERT INTO people (name) VALUES ('x')", "only its owner, PeoplePage, may"),
    ("UPDATE people SET name = 'x'", "only its owner"),
    ("DELETE FROM people", "only its owner"),
    ("CREATE TABLE mine (a)", "change the schema"),
    ("CREATE TEMP TABLE mine (a)", "change the schema"),
    ("CREATE VIEW v AS SELECT * FROM notes", "change the schema"),
    ("CREATE INDEX i ON notes (text)", "change the schema"),
    ("CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END", "change the schema"),
    ("CREATE VIRTUAL TABLE f USING fts5(a)", "change the schema"),
    ("DROP TABLE notes", "change the schema"),
    ("ALTER TABLE notes ADD COLUMN b", "change the schema"),
    ("ALTER TABLE notes RENAME TO other", "change the schema"),
    ("REINDEX notes", "change the schema"),
    ("ANALYZE", "change the schema"),
    ("ATTACH '/tmp/other.sqlite' AS other", "other database files"),
    ("DETACH main", "other database files"),
    ("VACUUM INTO '/tmp/pagehost-copy.sqlite'", "other database files"),
    ("PRAGMA user_version", "PRAGMA user_version"),
    ("PRAGMA writable_schema = 1", "PRAGMA writable_schema"),
    ("SELECT * FROM pragma_table_info('hidden')", "SQLite's own tables"),
    ("SELECT count(*) AS n FROM pragma_database_list", "SQLite's own tables"),
    ("SELECT * FROM dbstat", "SQLite's own tables"),
    ("SELECT count(*) AS n FROM dbstat", "SQLite's own tables"),
    ("SELECT load_extension('x')", "load_extension"),
    ("BEGIN", "BEGIN is not available"),
    ("COMMIT", "COMMIT is not available"),
    ("SAVEPOINT s", "transaction of its own"),
  ])
  func `Everything else is denied, with the reason`(sql: String, words: String) throws {
    try withTables { fixture in
      let error = try fixture.failure("NotesPage", sql)
      #expect(error.code == .denied, "\(error.message)")
      #expect(error.message.contains(words), "\(error.message)")
      // Nothing of it was done, and the connection still serves.
      #expect(try fixture.rows("NotesPage", "SELECT name FROM people").count == 1)
    }
  }

  @Test func `A module that declares nothing may compute, and nothing else`() throws {
    try withTables { fixture in
      let rows = try fixture.rows("OtherPage", "SELECT 1 + 1 AS two")
      #expect(rows == [.map(["two": .integer(2)])])
      let error = try fixture.failure("OtherPage", "SELECT name FROM people")
      #expect(error.code == .denied)
    }
  }

  @Test func `Grants follow the manifests as modules come and go`() throws {
    try withTables { fixture in
      #expect(try fixture.rows("NotesPage", "SELECT name FROM people").count == 1)
      fixture.services.database.declare(Array(manifests.prefix(1)))
      let error = try fixture.failure("NotesPage", "SELECT name FROM people")
      #expect(error.message.contains("declared by no module"))
      #expect(try fixture.failure("NotesPage", "SELECT count(*) AS n FROM open").code == .denied)
      fixture.services.database.declare(manifests)
      #expect(try fixture.rows("NotesPage", "SELECT name FROM people").count == 1)
    }
  }
}
