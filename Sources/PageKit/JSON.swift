internal import PageABI

extension Page {
  /// The host's reader of JSON.
  public var json: JSON { JSON(link: link) }
}

/// Reads JSON.
@MainActor public struct JSON {
  let link: HostLink

  /// Reads a document of at most 1 MiB.
  /// - Returns: Objects as maps, arrays as lists; what is null is left out.
  /// - Throws: ``PageError`` with the line, when it is no JSON.
  public func parse(_ document: [UInt8]) async throws -> PageValue {
    let table = try link.service(PAGE_JSON, page_json.self)
    return try await link.request { token, scratch, _ in
      table.pointee.parse(link.host, link.instance, token, scratch.bytes(document))
    }
  }
}
