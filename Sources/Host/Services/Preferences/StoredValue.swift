/// How a value is kept in a preference: a byte for its type, then its contents, integers
/// little-endian.
///
/// JSON would not do: it knows neither bytes nor the difference between 1 and 1.0.
enum StoredValue {
  /// As deep as a value may nest, as `PAGE_MAX_VALUE_DEPTH` says.
  static let maxDepth = 16

  /// The bytes of a value, or nil when it nests too deep.
  static func encode(_ value: Value) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(value, to: &bytes, depth: 1) ? bytes : nil
  }

  private static func append(_ value: Value, to bytes: inout [UInt8], depth: Int) -> Bool {
    guard depth <= maxDepth else { return false }
    switch value {
    case .boolean(let value): bytes += [1, value ? 1 : 0]
    case .integer(let value):
      bytes.append(2)
      append(UInt64(bitPattern: value), to: &bytes)
    case .real(let value):
      bytes.append(3)
      append(value.bitPattern, to: &bytes)
    case .string(let value):
      bytes.append(4)
      append(Array(value.utf8), to: &bytes)
    case .bytes(let value):
      bytes.append(5)
      append(value, to: &bytes)
    case .list(let items):
      bytes.append(6)
      append(UInt64(items.count), to: &bytes)
      for item in items where !append(item, to: &bytes, depth: depth + 1) { return false }
    case .map(let entries):
      bytes.append(7)
      append(UInt64(entries.count), to: &bytes)
      for (name, item) in entries.sorted(by: { $0.key < $1.key }) {
        append(Array(name.utf8), to: &bytes)
        if !append(item, to: &bytes, depth: depth + 1) { return false }
      }
    }
    return true
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    append(UInt64(content.count), to: &bytes)
    bytes += content
  }

  /// The value of such bytes, or nil when they are not ones.
  static func decode(_ bytes: [UInt8]) -> Value? {
    var rest = bytes[...]
    guard let value = takeValue(&rest, depth: 1), rest.isEmpty else { return nil }
    return value
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Value? {
    guard depth <= maxDepth, let type = rest.popFirst() else { return nil }
    switch type {
    case 1: return rest.popFirst().map { .boolean($0 != 0) }
    case 2: return takeNumber(&rest).map { .integer(Int64(bitPattern: $0)) }
    case 3: return takeNumber(&rest).map { .real(Double(bitPattern: $0)) }
    case 4: return takeText(&rest).map { .string($0) }
    case 5: return takeBytes(&rest).map { .bytes(Array($0)) }
    case 6:
      // Each item takes at least a byte, so a count beyond what is left ends the loop early.
      guard let count = takeNumber(&rest), count <= UInt64(rest.count) else { return nil }
      var items: [Value] = []
      for _ in 0..<count {
        guard let item = takeValue(&rest, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return .list(items)
    case 7:
      guard let count = takeNumber(&rest), count <= UInt64(rest.count) else { return nil }
      var entries: [String: Value] = [:]
      for _ in 0..<count {
        guard let name = takeText(&rest), let item = takeValue(&rest, depth: depth + 1)
        else { return nil }
        entries[name] = item
      }
      return .map(entries)
    default: return nil
    }
  }

  private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func takeBytes(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let count = takeNumber(&rest), count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  private static func takeText(_ rest: inout ArraySlice<UInt8>) -> String? {
    takeBytes(&rest).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
