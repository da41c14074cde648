public import PageABI

// How the glue's C functions serve an action. A method that is neither async nor waits is called at once, without a task;
// the compiler chooses by the method that the author wrote.
extension PageModule {
  /// Serves an action without a reply.
  @preconcurrency
  public nonisolated static func perform<P: Page, each Argument: Sendable>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ method: @escaping @MainActor (P) -> @MainActor (repeat each Argument) throws -> Void,
    _ arguments: repeat each Argument
  ) -> page_status {
    serveNow(page, call, reply: nil) { page in
      try method(own(page))(repeat each arguments)
      return .nothing
    }
  }

  /// Serves an action with a reply, for which `reply` has room and of which `value` makes a value.
  @preconcurrency
  public nonisolated static func perform<P: Page, each Argument: Sendable, Reply: Sendable>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ method: @escaping @MainActor (P) -> @MainActor (repeat each Argument) throws -> Reply,
    _ arguments: repeat each Argument, reply: UnsafeMutableRawPointer,
    as value: @Sendable (Reply) -> PageValue
  ) -> page_status {
    serveNow(page, call, reply: reply) { page in
      value(try method(own(page))(repeat each arguments))
    }
  }

  /// Serves an action without a reply by a task.
  @preconcurrency
  public nonisolated static func perform<P: Page, each Argument: Sendable>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ method: @escaping @MainActor (P) -> @MainActor (repeat each Argument) async throws -> Void,
    _ arguments: repeat each Argument
  ) -> page_status {
    serve(page, call, reply: nil) { page in
      try await method(own(page))(repeat each arguments)
      return .nothing
    }
  }

  /// Serves an action with a reply by a task.
  @preconcurrency
  public nonisolated static func perform<P: Page, each Argument: Sendable, Reply: Sendable>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ method: @escaping @MainActor (P) -> @MainActor (repeat each Argument) async throws -> Reply,
    _ arguments: repeat each Argument, reply: UnsafeMutableRawPointer,
    as value: @escaping @Sendable (Reply) -> PageValue
  ) -> page_status {
    serve(page, call, reply: reply) { page in
      value(try await method(own(page))(repeat each arguments))
    }
  }

  private nonisolated static func serveNow(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    reply: UnsafeMutableRawPointer?, _ body: @MainActor (Page) throws -> PageValue
  ) -> page_status {
    withoutActuallyEscaping(body) { body in
      entered((page, call, reply, body)) { page, call, reply, body in
        live(page).serveNow(call, reply: reply, body)
      }
    }
  }

  private nonisolated static func serve(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    reply: UnsafeMutableRawPointer?, _ body: @escaping @MainActor (Page) async throws -> PageValue
  ) -> page_status {
    entered((page, call, reply, body)) { page, call, reply, body in
      live(page).serve(call, reply: reply, body)
    }
  }

  /// The page as the class that has the action.
  private static func own<P: Page>(_ page: Page) throws(PageError) -> P {
    guard let page = page as? P else {
      throw PageError(PAGE_INVALID, "the action belongs to another page of the module")
    }
    return page
  }
}

extension ReplyMemory {
  /// Puts a value where the contract has room for the C type that stands for it.
  func store(_ value: PageValue, at reply: UnsafeMutableRawPointer) {
    switch value {
    case .nothing: break
    case .boolean(let value): reply.storeBytes(of: value, as: Bool.self)
    case .integer(let value): reply.storeBytes(of: value, as: Int64.self)
    case .real(let value): reply.storeBytes(of: value, as: Double.self)
    case .string(let value): reply.storeBytes(of: string(value), as: page_string.self)
    case .bytes(let value): reply.storeBytes(of: bytes(value), as: page_bytes.self)
    case .list(let value): reply.storeBytes(of: list(value), as: page_list.self)
    case .map(let value): reply.storeBytes(of: map(value), as: page_map.self)
    }
  }
}
