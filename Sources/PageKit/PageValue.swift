public import PageABI

/// A value that crosses between this page and the host or another page.
public enum PageValue: Sendable, Hashable {
  /// No value: the reply of an action that has none, a NULL.
  case nothing
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case bytes([UInt8])
  case list([PageValue])
  case map([String: PageValue])
}

extension PageValue {
  /// Copies a value of the boundary; what is not a known type is nothing, what is not UTF-8 is repaired.
  public init(_ value: page_value) {
    switch value.type {
    case PAGE_TYPE_BOOLEAN: self = .boolean(value.as.boolean)
    case PAGE_TYPE_INTEGER: self = .integer(value.as.integer)
    case PAGE_TYPE_REAL: self = .real(value.as.real)
    case PAGE_TYPE_STRING: self = .string(String(value.as.string))
    case PAGE_TYPE_BYTES: self = .bytes([UInt8](value.as.bytes))
    case PAGE_TYPE_LIST: self = .list([PageValue](value.as.list))
    case PAGE_TYPE_MAP: self = .map([String: PageValue](value.as.map))
    default: self = .nothing
    }
  }
}

extension String {
  /// Copies text of the boundary.
  public init(_ string: page_string) {
    let bytes = UnsafeRawBufferPointer(
      start: string.data, count: string.data == nil ? 0 : string.length)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Copies bytes of the boundary.
  public init(_ bytes: page_bytes) {
    self.init(UnsafeBufferPointer(start: bytes.data, count: bytes.data == nil ? 0 : bytes.length))
  }
}

extension [PageValue] {
  /// Copies a list of the boundary.
  public init(_ list: page_list) {
    let items = UnsafeBufferPointer(start: list.items, count: list.items == nil ? 0 : list.count)
    self = items.map { PageValue($0) }
  }
}

extension [String: PageValue] {
  /// Copies a map of the boundary; of two entries with one name the last counts.
  public init(_ map: page_map) {
    let entries = UnsafeBufferPointer(
      start: map.entries, count: map.entries == nil ? 0 : map.count)
    self.init(minimumCapacity: entries.count)
    for entry in entries { self[String(entry.name)] = PageValue(entry.value) }
  }
}
