internal import PageABI

extension Page {
  /// What is stored for the account that is signed in; the manifest asks for it with `"database"`.
  public var database: Database { Database(link: link) }

  /// Small values by name; the manifest asks for them with `"preferences"`.
  public var preferences: Preferences { Preferences(link: link) }

  /// Who is signed in; the manifest asks for it with `"session"`.
  public var session: Session { Session(link: link) }

  /// What the host is made of; the manifest asks for it with `"census"`.
  public var census: Census { Census(link: link) }
}

/// SQLite, limited to the module's own tables and those it may read.
@MainActor public struct Database {
  let link: HostLink

  /// What a statement gave.
  public struct Result: Sendable {
    /// The rows, each by column name; a NULL is left out.
    public let rows: [[String: PageValue]]
    /// How many rows it changed.
    public let changes: Int64
    /// The row number of the last insertion.
    public let rowID: Int64
  }

  /// Runs one statement with values bound to its parameters in order.
  /// - Throws: ``PageError`` in SQLite's words, or why it is not allowed.
  @discardableResult
  public func run(_ sql: String, _ parameters: [PageValue] = []) async throws -> Result {
    let table = try link.service(PAGE_DATABASE, page_database.self)
    let answer = try await link.request { token, scratch, _ in
      table.pointee.run(
        link.host, link.instance, token, scratch.string(sql), scratch.list(parameters))
    }.asMap()
    return Result(
      rows: try answer["rows"]?.asList().map { try $0.asMap() } ?? [],
      changes: try answer["changes"]?.asInteger() ?? 0,
      rowID: try answer["rowid"]?.asInteger() ?? 0)
  }
}

/// Small values by name, kept for the module and the account.
@MainActor public struct Preferences {
  let link: HostLink

  /// The value of a name, or nothing.
  public func get(_ name: String) async throws -> PageValue {
    let table = try link.service(PAGE_PREFERENCES, page_preferences.self)
    return try await link.request { token, scratch, _ in
      table.pointee.get(link.host, link.instance, token, scratch.string(name))
    }
  }

  /// Keeps a value; `.nothing` removes it.
  public func set(_ name: String, _ value: PageValue) async throws {
    let table = try link.service(PAGE_PREFERENCES, page_preferences.self)
    _ = try await link.request { token, scratch, _ in
      var value = scratch.value(value)
      return table.pointee.set(link.host, link.instance, token, scratch.string(name), &value)
    }
  }
}

/// Who is signed in.
///
/// Signing out is the flow's, so that nothing private can be left on the screen.
@MainActor public struct Session {
  let link: HostLink

  /// The name of the account that is signed in.
  public var account: String? {
    get async throws {
      let table = try link.service(PAGE_SESSION, page_session.self)
      return try await link.request { token, _, _ in
        table.pointee.current(link.host, link.instance, token)
      }.asMap()["account"]?.asString()
    }
  }

  /// Signs in.
  /// - Throws: ``PageError`` when account and password do not fit.
  public func signIn(account: String, password: String, remember: Bool) async throws {
    let table = try link.service(PAGE_SESSION, page_session.self)
    _ = try await link.request { token, scratch, _ in
      table.pointee.sign_in(
        link.host, link.instance, token, scratch.string(account), scratch.string(password),
        remember)
    }
  }

  /// Makes an account and signs in.
  /// - Throws: ``PageError`` when the name is taken or the password too short.
  public func createAccount(_ account: String, password: String, remember: Bool) async throws {
    let table = try link.service(PAGE_SESSION, page_session.self)
    _ = try await link.request { token, scratch, _ in
      table.pointee.create_account(
        link.host, link.instance, token, scratch.string(account), scratch.string(password),
        remember)
    }
  }
}

/// What the host is made of right now.
@MainActor public struct Census {
  let link: HostLink

  /// The host's version, and its modules and pages with their states and memory, as `page_census.read` describes.
  public func read() async throws -> [String: PageValue] {
    let table = try link.service(PAGE_CENSUS, page_census.self)
    return try await link.request { token, _, _ in
      table.pointee.read(link.host, link.instance, token)
    }.asMap()
  }
}
