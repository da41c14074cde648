extension Value {
  /// How many bytes it carries: its strings, bytes and names, and eight for every value.
  package var byteCount: Int {
    switch self {
    case .boolean, .integer, .real: 8
    case .string(let text): 8 + text.utf8.count
    case .bytes(let bytes): 8 + bytes.count
    case .list(let values): values.reduce(8) { $0 + $1.byteCount }
    case .map(let values): values.reduce(8) { $0 + $1.key.utf8.count + $1.value.byteCount }
    }
  }
}
