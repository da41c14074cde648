import Glibc
import Testing

@testable import Host

@Suite @MainActor struct DatabaseSchemaTests {
  @Test func `A shared table is there for its reader before its owner ever ran`() throws {
    try withServices { fixture in
      fixture.services.start([
        manifest("Owner", tables: [table("facts", "id INTEGER", shared: true)]),
        manifest("Reader", reads: ["FACTS"]),
      ])
      try fixture.signUp()
      #expect(try fixture.rows("Reader", "SELECT id FROM facts").isEmpty)
    }
  }

  @Test func `A newer manifest's column is added, and what was stored stays`() throws {
    try withServices { fixture in
      fixture.services.start([manifest("Notes", tables: [table("notes", "text TEXT")])])
      try fixture.signUp()
      _ = try fixture.run("Notes", "INSERT INTO notes VALUES ('old')").get()
      fixture.services.database.declare([
        manifest(
          "Notes",
          tables: [
            table("notes", "text TEXT, stars INTEGER DEFAULT (max(1, 2)), kind TEXT, UNIQUE (text)")
          ])
      ])
      let refused = try fixture.failure("Notes", "SELECT * FROM notes")
      #expect(refused.message.contains("column \"stars\" cannot be added"))
      fixture.services.database.declare([
        manifest(
          "Notes",
          tables: [table("notes", "text TEXT, stars INTEGER NOT NULL DEFAULT 3, kind TEXT")])
      ])
      #expect(
        try fixture.rows("Notes", "SELECT * FROM notes") == [
          .map(["text": .string("old"), "stars": .integer(3)])
        ])
      fixture.services.database.declare([manifest("Notes", tables: [table("notes", "text TEXT")])])
      #expect(try fixture.rows("Notes", "SELECT stars FROM notes").count == 1)
    }
  }

  @Test(arguments: [
    ("bad", "id INTEGER, PRIMARY KEY (nothing)"), ("bad", ""), ("bad", "id INTEGER); DROP TABLE x"),
    ("sqlite_mine", "id INTEGER"), ("a\"b", "id INTEGER"),
    ("pagehost_tables", "name, module, columns"),
  ])
  func `A declaration that is no table is told with its module and name`(
    name: String, columns: String
  ) throws {
    try withServices { fixture in
      fixture.services.start([manifest("Wrong", tables: [table(name, columns)])])
      try fixture.signUp()
      let error = try fixture.failure("Wrong", "SELECT 1 AS one")
      #expect(error.message.contains("\"\(name)\", declared in page.json of Wrong, cannot be"))
    }
  }

  @Test func `A table that two modules declare is nobody's until one gives it up`() throws {
    try withServices { fixture in
      let one = manifest("One", tables: [table("same", "id INTEGER")])
      fixture.services.start([one, manifest("Two", tables: [table("Same", "id INTEGER")])])
      try fixture.signUp()
      for module in ["One", "Two"] {
        let error = try fixture.failure(module, "SELECT id FROM same")
        #expect(error.message.contains("declared by One and Two"))
      }
      fixture.services.database.declare([one])
      #expect(try fixture.rows("One", "SELECT id FROM same").isEmpty)
    }
  }

  @Test func `A table that a removed module left is not given to another`() throws {
    try withServices { fixture in
      fixture.services.start([manifest("First", tables: [table("diary", "text TEXT")])])
      try fixture.signUp()
      _ = try fixture.run("First", "INSERT INTO diary VALUES ('private')").get()
      fixture.services.database.declare([
        manifest("Second", tables: [table("DIARY", "text TEXT")])
      ])
      let error = try fixture.failure("Second", "SELECT * FROM diary")
      #expect(error.code == .denied)
      #expect(error.message.contains("was made for First"))
    }
  }

  @Test func `A file that is no database is named and left as it is, and moving it away helps`()
    throws
  {
    try withServices { fixture in
      fixture.services.start([manifest("Notes", tables: [table("notes", "text TEXT")])])
      try fixture.signUp()
      let account = try #require(fixture.services.session.current)
      let path = fixture.services.database.path(account: account.id)
      try FolderTree.make(FolderTree.parent(of: path))
      let content = String(repeating: "this is no database. ", count: 100)
      try write(content, to: path)
      let error = try fixture.failure("Notes", "SELECT * FROM notes")
      #expect(error.message.contains("\(path) is not a database"))
      #expect(error.message.contains("Move it away"))
      #expect(read(path) == content)
      try #require(rename(path, path + ".bad") == 0)
      #expect(try fixture.rows("Notes", "SELECT * FROM notes").isEmpty)
    }
  }

  @Test func `A folder in the database's place is told as what cannot be opened`() throws {
    try withServices { fixture in
      fixture.services.start([manifest("Notes", tables: [table("notes", "text TEXT")])])
      try fixture.signUp()
      let account = try #require(fixture.services.session.current)
      let path = fixture.services.database.path(account: account.id)
      try FolderTree.make(path)
      let error = try fixture.failure("Notes", "SELECT * FROM notes")
      #expect(error.message.contains("\(path) cannot be opened"))
    }
  }

  @Test func `Stored files are for their owner's eyes only`() throws {
    try withServices { fixture in
      fixture.services.start([manifest("Notes", tables: [table("notes", "text TEXT")])])
      try fixture.signUp()
      _ = try fixture.run("Notes", "INSERT INTO notes VALUES ('x')").get()
      let account = try #require(fixture.services.session.current)
      let path = fixture.services.database.path(account: account.id)
      for file in [path, path + "-wal", "\(fixture.path)/host.sqlite", "\(fixture.path)/log"] {
        var status = stat()
        #expect(stat(file, &status) == 0, "\(file)")
        #expect(status.st_mode & 0o077 == 0, "\(file)")
      }
    }
  }
}

/// Writes a small file.
func write(_ text: String, to path: String) throws {
  let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
  try #require(file >= 0)
  defer { close(file) }
  let bytes = Array(text.utf8)
  try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
}

/// Reads a small file.
func read(_ path: String) -> String? {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 4 * 1_024 * 1_024)
  let count = Glibc.read(file, &bytes, bytes.count)
  return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
}
