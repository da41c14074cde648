import CSQLite
import Testing

@testable import Host

@Suite @MainActor struct DatabaseTests {
  private let notes = manifest(
    "NotesPage", tables: [table("notes", "id INTEGER PRIMARY KEY, text TEXT, data BLOB, size REAL")]
  )

  @Test func `Values come back as they were bound, and NULL is left out`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let inserted = try fixture.run(
        "NotesPage", "INSERT INTO notes (text, data, size) VALUES (?, ?, ?)",
        [.string("é\0x"), .bytes([0, 255]), .real(0.5)]
      ).get()
      #expect(inserted == .map(["rows": .list([]), "changes": .integer(1), "rowid": .integer(1)]))
      _ = try fixture.run(
        "NotesPage", "INSERT INTO notes (text, data, size) VALUES (?, ?, ?)",
        [.string(""), .bytes([]), nil]
      ).get()
      #expect(
        try fixture.rows("NotesPage", "SELECT * FROM notes ORDER BY id") == [
          .map([
            "id": .integer(1), "text": .string("é\0x"), "data": .bytes([0, 255]),
            "size": .real(0.5),
          ]),
          .map(["id": .integer(2), "text": .string(""), "data": .bytes([])]),
        ])
      let read = try fixture.run("NotesPage", "SELECT ? AS yes", [.boolean(true)]).get()
      #expect(
        read
          == .map([
            "rows": .list([.map(["yes": .integer(1)])]), "changes": .integer(0),
            "rowid": .integer(0),
          ]))
    }
  }

  @Test func `Lists and maps bind NULL`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let rows = try fixture.rows("NotesPage", "SELECT ? AS a, ? AS b", [.list([]), .map([:])])
      #expect(rows == [.map([:])])
    }
  }

  @Test func `The answer comes later, never within the call`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      var calls = 0
      fixture.services.database.run(module: "NotesPage", sql: "SELECT 1 AS one") { _ in calls += 1 }
      #expect(calls == 0)
      #expect(fixture.loop.settle())
      #expect(calls == 1)
    }
  }

  @Test func `Without an account the database is not available`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      let error = try fixture.failure("NotesPage", "SELECT 1 AS one")
      #expect(error.code == .unavailable)
      #expect(error.message.contains("sign in first"))
    }
  }

  @Test(arguments: [
    ("SELECT 1 AS a; SELECT 2 AS b", "more than one statement"),
    ("SELECT 1 AS a; garbage", "more than one statement"),
    ("", "no statement"),
    ("-- nothing", "no statement"),
    ("SELECT ? AS a", "1 parameters, and 0 values"),
    ("SELECT 1 AS a, 2 AS a", "one name"),
  ])
  func `A statement that is not one is refused`(sql: String, words: String) throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let error = try fixture.failure("NotesPage", sql)
      #expect(error.code == .invalid)
      #expect(error.message.contains(words))
    }
  }

  @Test func `What ends a statement may follow it`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let rows = try fixture.rows("NotesPage", "SELECT 1 AS one ; ; -- done\n /* really */ ")
      #expect(rows == [.map(["one": .integer(1)])])
    }
  }

  @Test func `An error of the SQL is told in SQLite's words`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let error = try fixture.failure("NotesPage", "SELEC 1")
      #expect(error.code == .failed)
      #expect(error.message.contains("syntax error"))
    }
  }

  @Test func `A statement that runs too long is stopped, and the next one runs`() throws {
    var limits = SQLiteLimits()
    limits.nanoseconds = 0
    try withServices(limits: limits) { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let error = try fixture.failure(
        "NotesPage",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS m FROM n")
      #expect(error.code == .timedOut)
      #expect(try fixture.rows("NotesPage", "SELECT 1 AS one").count == 1)
    }
  }

  @Test(arguments: [10, 11])
  func `An answer may have as many rows as the limit says, and no more`(count: Int) throws {
    var limits = SQLiteLimits()
    limits.rows = 10
    try withServices(limits: limits) { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let sql =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT \(count)) "
        + "SELECT x FROM n"
      if count <= 10 {
        #expect(try fixture.rows("NotesPage", sql).count == count)
      } else {
        #expect(try fixture.failure("NotesPage", sql).code == .tooLarge)
      }
    }
  }

  @Test func `An answer with too many bytes, or one value too large, is refused`() throws {
    var limits = SQLiteLimits()
    limits.bytes = 10_000
    try withServices(limits: limits) { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let many = try fixture.failure(
        "NotesPage", "SELECT zeroblob(4000) AS a, zeroblob(4000) AS b, zeroblob(4000) AS c")
      #expect(many.code == .tooLarge)
      let large = try fixture.failure("NotesPage", "SELECT zeroblob(1000000000) AS a")
      #expect(large.code == .tooLarge)
    }
  }

  @Test func `Text that is not UTF-8 is refused by its column's name`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      let error = try fixture.failure("NotesPage", "SELECT CAST(x'ff' AS TEXT) AS broken")
      #expect(error.message.contains("\"broken\""))
    }
  }

  @Test func `A cancelled request is not answered, but its statement is done`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      var answered = false
      let request = fixture.services.database.run(
        module: "NotesPage", sql: "INSERT INTO notes (text) VALUES ('kept')"
      ) { _ in answered = true }
      request.cancel()
      #expect(fixture.loop.settle())
      #expect(!answered)
      #expect(try fixture.rows("NotesPage", "SELECT text FROM notes").count == 1)
    }
  }

  @Test func `A module's statements run in order`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      var order: [Int] = []
      for number in 0..<50 {
        fixture.services.database.run(
          module: "NotesPage", sql: "INSERT INTO notes (text) VALUES (?)",
          parameters: [.integer(Int64(number))]
        ) { _ in order.append(number) }
      }
      #expect(fixture.loop.settle())
      #expect(order == Array(0..<50))
      let rows = try fixture.rows("NotesPage", "SELECT text FROM notes ORDER BY id")
      #expect(rows == (0..<50).map { .map(["text": .string("\($0)")]) })
    }
  }

  @Test func `Two modules write at once and lose nothing`() throws {
    try withServices { fixture in
      fixture.services.start([
        notes, manifest("TasksPage", tables: [table("tasks", "id INTEGER PRIMARY KEY, text TEXT")]),
      ])
      try fixture.signUp()
      var failures: [ServiceError] = []
      for number in 0..<100 {
        for (module, table) in [("NotesPage", "notes"), ("TasksPage", "tasks")] {
          fixture.services.database.run(
            module: module, sql: "INSERT INTO \(table) (text) VALUES (?)",
            parameters: [.integer(Int64(number))]
          ) { if case .failure(let error) = $0 { failures.append(error) } }
        }
      }
      #expect(fixture.loop.settle())
      #expect(failures.isEmpty)
      #expect(
        try fixture.rows("NotesPage", "SELECT count(*) AS n FROM notes") == [
          .map(["n": .integer(100)])
        ])
      #expect(
        try fixture.rows("TasksPage", "SELECT count(*) AS n FROM tasks") == [
          .map(["n": .integer(100)])
        ])
    }
  }

  @Test func `Each account sees its own rows only`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp("ada")
      _ = try fixture.run("NotesPage", "INSERT INTO notes (text) VALUES ('ada')").get()
      fixture.services.session.signOut()
      try fixture.signUp("bob")
      #expect(try fixture.rows("NotesPage", "SELECT text FROM notes").isEmpty)
      fixture.services.session.signOut()
      _ = try fixture.signIn("ada").get()
      #expect(
        try fixture.rows("NotesPage", "SELECT text FROM notes") == [.map(["text": .string("ada")])])
    }
  }

  @Test func `Signing out answers what is under way as cancelled, and does it all the same`() throws
  {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      var results: [Result<Value, ServiceError>] = []
      fixture.services.database.run(
        module: "NotesPage", sql: "INSERT INTO notes (text) VALUES ('late')"
      ) { results.append($0) }
      fixture.services.session.signOut()
      #expect(fixture.loop.settle())
      #expect(results.count == 1)
      #expect(throws: ServiceError.self) { try results.first?.get() }
      _ = try fixture.signIn("ada").get()
      #expect(try fixture.rows("NotesPage", "SELECT text FROM notes").count == 1)
    }
  }

  @Test func `A closed module opens again with its next statement`() throws {
    try withServices { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      _ = try fixture.run("NotesPage", "INSERT INTO notes (text) VALUES ('a')").get()
      fixture.services.database.close(module: "NotesPage")
      fixture.services.database.close(module: "NotesPage")
      #expect(fixture.loop.settle())
      #expect(try fixture.rows("NotesPage", "SELECT text FROM notes").count == 1)
    }
  }

  @Test func `Foreign keys between a module's tables are enforced`() throws {
    try withServices { fixture in
      fixture.services.start([
        manifest(
          "Lists",
          tables: [
            table("lists", "id INTEGER PRIMARY KEY"),
            table("items", "list INTEGER REFERENCES lists ON DELETE CASCADE"),
          ])
      ])
      try fixture.signUp()
      let error = try fixture.failure("Lists", "INSERT INTO items VALUES (1)")
      #expect(error.message.contains("FOREIGN KEY"))
      _ = try fixture.run("Lists", "INSERT INTO lists VALUES (1)").get()
      _ = try fixture.run("Lists", "INSERT INTO items VALUES (1)").get()
      _ = try fixture.run("Lists", "DELETE FROM lists").get()
      #expect(try fixture.rows("Lists", "SELECT * FROM items").isEmpty)
    }
  }

  @Test func `A file that someone else has locked is told, and serves again afterwards`() throws {
    var limits = SQLiteLimits()
    limits.busyMilliseconds = 0
    try withServices(limits: limits) { fixture in
      fixture.services.start([notes])
      try fixture.signUp()
      #expect(try fixture.rows("NotesPage", "SELECT 1 AS one").count == 1)
      let account = try #require(fixture.services.session.current)
      let path = fixture.services.database.path(account: account.id)
      let watch = SQLiteWatch(clock: ManualClock())
      let other = try SQLiteConnection.open(path, watch: watch, limits: limits)
      try other.run("BEGIN IMMEDIATE")
      let error = try fixture.failure("NotesPage", "INSERT INTO notes (text) VALUES ('x')")
      #expect(error.code == .unavailable)
      #expect(error.message.contains("\(path) is in use"))
      try other.run("COMMIT")
      #expect(throws: Never.self) {
        try fixture.run("NotesPage", "INSERT INTO notes (text) VALUES ('x')").get()
      }
    }
  }

  @Test func `Closing does what was accepted, and does not wait for what never ends`() throws {
    let parent = try DataFolder.temporary()
    defer { parent.close() }
    let path = "\(parent.path)/data"
    let fixture = try ServiceFixture(folder: try DataFolder.open(path))
    fixture.services.start([notes])
    try fixture.signUp()
    let database = fixture.services.database
    database.run(module: "NotesPage", sql: "INSERT INTO notes (text) VALUES ('last')") { _ in }
    // The manual clock stands still, so its time limit never comes.
    database.run(
      module: "NotesPage",
      sql: """
        INSERT INTO notes (size)
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n
        """
    ) { _ in }
    fixture.services.close(limit: 50_000_000)
    fixture.loop.close()

    let again = try ServiceFixture(folder: try DataFolder.open(path))
    defer { again.close() }
    again.services.start([notes])
    _ = try again.signIn("ada").get()
    #expect(
      try again.rows("NotesPage", "SELECT * FROM notes") == [
        .map(["id": .integer(1), "text": .string("last")])
      ])
  }

  /// In a process of its own: what SQLite uses is counted for all connections together.
  @Test func `What SQLite keeps of files is given back when memory is very short`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try withServices { fixture in
          fixture.services.start([
            manifest("NotesPage", tables: [table("notes", "id INTEGER PRIMARY KEY, data BLOB")])
          ])
          try fixture.signUp()
          _ = try fixture.run(
            "NotesPage", "INSERT INTO notes (data) VALUES (?)",
            [.bytes([UInt8](repeating: 7, count: 1_000_000))]
          ).get()
          _ = try fixture.rows("NotesPage", "SELECT data FROM notes")
          let kept = sqlite3_memory_used()
          fixture.services.dropCaches()
          try #require(fixture.loop.settle())
          #expect(kept - sqlite3_memory_used() > 800_000, "\(kept) bytes were kept")
          #expect(
            try fixture.rows("NotesPage", "SELECT id FROM notes") == [.map(["id": .integer(1)])])
        }
      }
    }
  }
}
