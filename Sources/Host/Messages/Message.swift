/// One crossing between pages, as a trace records it.
package struct Message: Sendable, Hashable {
  /// What crossed.
  package enum Kind: String, Sendable, Hashable {
    case call
    case reply
    case outcome
  }

  package var kind: Kind
  /// The instance that sent it; nil: the host.
  package var from: String?
  /// The instance it went to; nil: nobody was reached.
  package var to: String?
  /// The action or outcome.
  package var name: String
  package var values: [Value]
  package var status: PageStatus

  package init(
    _ kind: Kind, from: String?, to: String?, name: String, values: [Value] = [],
    status: PageStatus = .ok
  ) {
    self.kind = kind
    self.from = from
    self.to = to
    self.name = name
    self.values = values
    self.status = status
  }
}

extension Message: CustomStringConvertible {
  /// `TimelinePage#3 → HomePage#2  notices.set(4)`.
  package var description: String {
    let list = values.map(\.description).joined(separator: ", ")
    let end = status == .ok ? "" : "  [\(status)]"
    return "\(kind.rawValue)  \(from ?? "host") → \(to ?? "nobody")  \(name)(\(list))\(end)"
  }
}

extension Value: CustomStringConvertible {
  /// The value as a person reads it, long ones cut.
  package var description: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): value.count > 80 ? "\"\(value.prefix(80))…\"" : "\"\(value)\""
    case .bytes(let value): "<\(value.count) bytes>"
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .map(let values):
      "{"
        + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: ", ") + "}"
    }
  }
}
