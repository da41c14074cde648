import Glibc
import Testing

@testable import Host

@Suite @MainActor struct SessionTests {
  @Test func `Making an account signs in, and tells observers before whoever asked`() throws {
    try withServices { fixture in
      fixture.services.start([])
      var order: [String] = []
      fixture.services.session.observe { order.append("observer \($0?.name ?? "nobody")") }
      fixture.services.session.createAccount(account: " Ada ", password: "secret", remember: false)
      {
        order.append("answer \((try? $0.get().name) ?? "error")")
      }
      #expect(fixture.services.session.current == nil)
      #expect(fixture.loop.settle())
      #expect(order == ["observer Ada", "answer Ada"])
      #expect(fixture.services.session.current?.name == "Ada")
      fixture.services.session.signOut()
      #expect(order.last == "observer nobody")
      #expect(fixture.services.session.current == nil)
    }
  }

  @Test(arguments: ["ada", "ADA", "  Ada\t"])
  func `A name is recognised whatever its case and the space around it`(name: String) throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("Ada")
      fixture.services.session.signOut()
      #expect(try fixture.signIn(name).get().name == "Ada")
    }
  }

  @Test func `A composed and a decomposed name are one`() throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("Zoe\u{308}")
      fixture.services.session.signOut()
      #expect(throws: Never.self) { try fixture.signIn("ZO\u{CB}").get() }
    }
  }

  @Test func `An unknown account and a wrong password are told in the same words`() throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("ada")
      fixture.services.session.signOut()
      let unknown = try fixture.signIn("bob", "secret")
      let wrong = try fixture.signIn("ada", "Secret")
      let empty = try fixture.signIn("ada", "")
      let huge = try fixture.signIn("ada", String(repeating: "x", count: 100_000))
      #expect(unknown == .failure(.spoken(HostWords(.english).mismatch)))
      #expect(wrong == unknown)
      #expect(empty == unknown)
      #expect(huge == unknown)
      #expect(fixture.services.session.current == nil)
    }
  }

  @Test(arguments: [
    ("", "secret", "Type a name"),
    ("   ", "secret", "Type a name"),
    (String(repeating: "x", count: 65), "secret", "at most 64 characters"),
    ("a" + String(repeating: "\u{301}", count: 1_000), "secret", "at most 64 characters"),
    ("a\nb", "secret", "visible characters"),
    ("a\u{202E}b", "secret", "visible characters"),
    ("ada", "", "at least 4"),
    ("ada", "abc", "at least 4"),
    ("ada", String(repeating: "x", count: 2_000), "at most 1024"),
    ("TAKEN", "secret", "There is an account \"TAKEN\" already"),
  ])
  func `An account that cannot be is refused with the reason`(
    name: String, password: String, words: String
  ) throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("taken")
      fixture.services.session.signOut()
      var result: Result<Account, ServiceError>?
      fixture.services.session.createAccount(account: name, password: password, remember: true) {
        result = $0
      }
      #expect(fixture.loop.settle())
      guard case .failure(let error)? = result else {
        Issue.record("it was made: \(String(describing: result))")
        return
      }
      #expect(error.code == .failed)
      #expect(error.message.contains(words))
      #expect(fixture.services.session.current == nil)
    }
  }

  @Test func `Two that ask for one name at once: the first gets it`() throws {
    try withServices { fixture in
      fixture.services.start([])
      var made: [Bool] = []
      for _ in 0..<2 {
        fixture.services.session.createAccount(account: "ada", password: "secret", remember: false)
        {
          if case .success = $0 { made.append(true) } else { made.append(false) }
        }
      }
      #expect(fixture.loop.settle())
      #expect(made == [true, false])
    }
  }

  @Test func `Signing out while a sign-in is under way wins`() throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("ada")
      var result: Result<Account, ServiceError>?
      fixture.services.session.signIn(account: "ada", password: "secret", remember: true) {
        result = $0
      }
      fixture.services.session.signOut()
      #expect(fixture.loop.settle())
      #expect(throws: ServiceError.self) { try result?.get() }
      #expect(fixture.services.session.current == nil)
      #expect(access("\(fixture.path)/session", F_OK) != 0)
    }
  }

  @Test func `A sign-in that is cancelled signs nobody in`() throws {
    try withServices { fixture in
      fixture.services.start([])
      try fixture.signUp("ada")
      fixture.services.session.signOut()
      var answered = false
      let request = fixture.services.session.signIn(
        account: "ada", password: "secret", remember: true
      ) { _ in answered = true }
      request.cancel()
      #expect(fixture.loop.settle())
      #expect(!answered)
      #expect(fixture.services.session.current == nil)
      #expect(access("\(fixture.path)/session", F_OK) != 0)
    }
  }

  @Test func `Neither files nor log hold a password, and the token's file is the owner's alone`()
    throws
  {
    try withServices { fixture in
      fixture.services.start([])
      fixture.services.session.createAccount(
        account: "ada", password: "correct horse", remember: true
      ) { _ in }
      #expect(fixture.loop.settle())
      for file in ["session", "host.sqlite", "host.sqlite-wal", "log"] {
        let path = "\(fixture.path)/\(file)"
        let content = try #require(read(path))
        #expect(!content.contains("correct horse"), "\(file)")
        if file == "session" {
          #expect(content.utf8.count == 65)
          let database = read("\(fixture.path)/host.sqlite-wal") ?? ""
          #expect(!database.contains(content.trimmed))
        }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(file)")
      }
    }
  }
}

@Suite @MainActor struct RememberedSessionTests {
  /// Runs `first` with services on a folder, closes them, changes the folder, and runs `second`
  /// with new ones.
  private func withRestart(
    first: (ServiceFixture) throws -> Void, between: (String) throws -> Void = { _ in },
    second: (ServiceFixture) throws -> Void
  ) throws {
    let parent = try DataFolder.temporary()
    defer { parent.close() }
    let path = "\(parent.path)/data"
    do {
      let fixture = try ServiceFixture(folder: try DataFolder.open(path))
      defer { fixture.close() }
      fixture.services.start([])
      try first(fixture)
    }
    try between(path)
    let fixture = try ServiceFixture(folder: try DataFolder.open(path))
    defer { fixture.close() }
    fixture.services.start([])
    try second(fixture)
  }

  @Test func `A remembered sign-in outlives the host`() throws {
    try withRestart {
      try $0.signUp("ada", remember: true)
    } second: {
      #expect($0.services.session.current?.name == "ada")
    }
  }

  @Test func `A sign-in that was not to be remembered does not`() throws {
    try withRestart {
      try $0.signUp("ada", remember: true)
      _ = try $0.signIn("ada", remember: false).get()
    } second: {
      #expect($0.services.session.current == nil)
      #expect(throws: Never.self) { [fixture = $0] in try fixture.signIn("ada").get() }
    }
  }

  @Test func `Signing out forgets, and an old token is worth nothing`() throws {
    var token = ""
    try withRestart {
      try $0.signUp("ada", remember: true)
      token = try #require(read("\($0.path)/session"))
      $0.services.session.signOut()
      #expect(access("\($0.path)/session", F_OK) != 0)
    } between: {
      try write(token, to: "\($0)/session")
    } second: {
      #expect($0.services.session.current == nil)
      #expect(access("\($0.path)/session", F_OK) != 0)
    }
  }

  @Test(arguments: ["", "garbage", "00", String(repeating: "0", count: 64), "folder", "fifo"])
  func `A session file that is something else signs nobody in and stops nothing`(kind: String)
    throws
  {
    try withRestart {
      try $0.signUp("ada", remember: true)
    } between: {
      let path = "\($0)/session"
      unlink(path)
      switch kind {
      case "folder": try #require(mkdir(path, 0o700) == 0)
      case "fifo": try #require(mkfifo(path, 0o600) == 0)
      default: try write(kind, to: path)
      }
    } second: {
      #expect($0.services.session.current == nil)
      #expect(throws: Never.self) { [fixture = $0] in
        try fixture.signIn("ada", remember: true).get()
      }
    }
  }

  @Test func `A host database that is none is told, and nothing is lost`() throws {
    try withRestart {
      try $0.signUp("ada", remember: true)
    } between: {
      unlink("\($0)/host.sqlite-wal")
      try write(String(repeating: "not a database ", count: 100), to: "\($0)/host.sqlite")
    } second: {
      #expect($0.services.session.current == nil)
      let answer = try $0.signIn("ada")
      guard case .failure(let error) = answer else {
        Issue.record("signed in")
        return
      }
      #expect(error.message.contains("host.sqlite is not a database"))
      #expect(read("\($0.path)/host.sqlite")?.hasPrefix("not a database") == true)
    }
  }
}

@Suite struct PasswordHasherTests {
  @Test func `What libsodium calls interactive is argon2id, salted, and verifies`() throws {
    let text = try #require(PasswordHasher.interactive.hash("secret"))
    #expect(text.hasPrefix("$argon2id$"))
    #expect(text.contains("m=65536"))
    #expect(PasswordHasher.interactive.verify("secret", against: text))
    #expect(PasswordHasher.cheapest.hash("secret") != PasswordHasher.cheapest.hash("secret"))
  }

  @Test(arguments: ["", "$argon2id$", "plain", String(repeating: "x", count: 1_000)])
  func `A text that is no hash verifies nothing`(text: String) {
    #expect(!PasswordHasher.cheapest.verify("plain", against: text))
  }
}
