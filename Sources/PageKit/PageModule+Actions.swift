public import PageABI

// How the glue's thunks serve an action: one overload for each type of reply.
extension PageModule {
  /// Serves an action without a reply.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ body: @escaping @MainActor (P) async throws -> Void
  ) -> page_status {
    serve(page, call) { (page: P) in
      try await body(page)
      return .nothing
    } reply: { _, _ in
    }
  }

  /// Serves an action that replies with a boolean.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<Bool>, _ body: @escaping @MainActor (P) async throws -> Bool
  ) -> page_status {
    serve(page, call) { (page: P) in
      .boolean(try await body(page))
    } reply: { value, _ in
      if case .boolean(let value) = value { reply.pointee = value }
    }
  }

  /// Serves an action that replies with an integer.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<Int64>, _ body: @escaping @MainActor (P) async throws -> Int64
  ) -> page_status {
    serve(page, call) { (page: P) in
      .integer(try await body(page))
    } reply: { value, _ in
      if case .integer(let value) = value { reply.pointee = value }
    }
  }

  /// Serves an action that replies with a real number.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<Double>, _ body: @escaping @MainActor (P) async throws -> Double
  ) -> page_status {
    serve(page, call) { (page: P) in
      .real(try await body(page))
    } reply: { value, _ in
      if case .real(let value) = value { reply.pointee = value }
    }
  }

  /// Serves an action that replies with a string.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<page_string>,
    _ body: @escaping @MainActor (P) async throws -> String
  ) -> page_status {
    serve(page, call) { (page: P) in
      .string(try await body(page))
    } reply: { value, memory in
      if case .string(let value) = value { reply.pointee = memory.string(value) }
    }
  }

  /// Serves an action that replies with bytes.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<page_bytes>,
    _ body: @escaping @MainActor (P) async throws -> [UInt8]
  ) -> page_status {
    serve(page, call) { (page: P) in
      .bytes(try await body(page))
    } reply: { value, memory in
      if case .bytes(let value) = value { reply.pointee = memory.bytes(value) }
    }
  }

  /// Serves an action that replies with a list.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<page_list>,
    _ body: @escaping @MainActor (P) async throws -> [PageValue]
  ) -> page_status {
    serve(page, call) { (page: P) in
      .list(try await body(page))
    } reply: { value, memory in
      if case .list(let value) = value { reply.pointee = memory.list(value) }
    }
  }

  /// Serves an action that replies with a map.
  public nonisolated static func perform<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ reply: UnsafeMutablePointer<page_map>,
    _ body: @escaping @MainActor (P) async throws -> [String: PageValue]
  ) -> page_status {
    serve(page, call) { (page: P) in
      .map(try await body(page))
    } reply: { value, memory in
      if case .map(let value) = value { reply.pointee = memory.map(value) }
    }
  }

  private nonisolated static func serve<P: Page>(
    _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>,
    _ body: @escaping @MainActor (P) async throws -> PageValue,
    reply: (PageValue, ReplyMemory) -> Void
  ) -> page_status {
    withoutActuallyEscaping(reply) { reply in
      entered((page, call, body, reply)) { page, call, body, reply in
        let live = live(page)
        return live.serve(call) { page in
          guard let page = page as? P else {
            throw PageError(PAGE_INVALID, "the action belongs to another page of the module")
          }
          return try await body(page)
        } reply: { value in
          reply(value, live.link.memory)
        }
      }
    }
  }
}
