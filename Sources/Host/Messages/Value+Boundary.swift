package import PageABI

extension Value {
  /// Why a value of a page cannot be taken.
  package enum BoundaryError: Error, Sendable, Hashable {
    case unknownType(UInt32)
    case notUTF8
    case noValue
    case tooDeep
    case tooLarge
    case missingData
    case repeatedName(String)
  }

  /// Copies a value of the boundary; nil stands for none.
  ///
  /// Checks that types are known, strings are UTF-8, values nest at most `PAGE_MAX_VALUE_DEPTH` deep and carry at most
  /// `PAGE_MAX_VALUE_BYTES` bytes.
  package static func copy(_ value: page_value) throws(BoundaryError) -> Value? {
    var reader = BoundaryReader()
    return try reader.value(value, depth: 0)
  }

  /// Copies a map of the boundary, under the same limits.
  package static func copy(_ map: page_map) throws(BoundaryError) -> [String: Value] {
    var reader = BoundaryReader()
    return try reader.map(map, depth: 0)
  }

  /// Copies a list of the boundary, under the same limits; nil stands for none.
  package static func copy(_ list: page_list) throws(BoundaryError) -> [Value?] {
    var reader = BoundaryReader()
    return try reader.list(list, depth: 0)
  }

  /// Copies text of the boundary.
  package static func copy(_ string: page_string) throws(BoundaryError) -> String {
    var reader = BoundaryReader()
    return try reader.string(string)
  }

  /// Copies bytes of the boundary.
  package static func copy(_ bytes: page_bytes) throws(BoundaryError) -> [UInt8] {
    var reader = BoundaryReader()
    return try reader.bytes(bytes)
  }
}

extension Value.BoundaryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownType(let type): "a value has the unknown type \(type)"
    case .notUTF8: "a string is not UTF-8"
    case .noValue: "a list has an item of type none"
    case .tooDeep: "values nest deeper than \(PAGE_MAX_VALUE_DEPTH)"
    case .tooLarge: "the values are larger than \(PAGE_MAX_VALUE_BYTES) bytes"
    case .missingData: "a value has a length but no data"
    case .repeatedName(let name): "a map has the name \(name) twice"
    }
  }
}

extension page_value {
  /// The first byte of the payload.
  ///
  /// A page may have put any number where C has a `bool`, and Swift's has but two.
  var byte: UInt8 { withUnsafeBytes(of: self.as) { $0.load(as: UInt8.self) } }
}

/// Copies values of one crossing and counts what they carry.
private struct BoundaryReader {
  private var left = Int(PAGE_MAX_VALUE_BYTES)

  private mutating func charge(_ bytes: Int, hasData: Bool) throws(Value.BoundaryError) {
    guard bytes >= 0, bytes <= left else { throw .tooLarge }
    guard hasData || bytes == 0 else { throw .missingData }
    left -= bytes
  }

  mutating func value(_ value: page_value, depth: UInt32) throws(Value.BoundaryError) -> Value? {
    guard depth < PAGE_MAX_VALUE_DEPTH else { throw .tooDeep }
    switch value.type {
    case PAGE_TYPE_NONE: return nil
    case PAGE_TYPE_BOOLEAN: return .boolean(value.byte != 0)
    case PAGE_TYPE_INTEGER: return .integer(value.as.integer)
    case PAGE_TYPE_REAL: return .real(value.as.real)
    case PAGE_TYPE_STRING: return .string(try string(value.as.string))
    case PAGE_TYPE_BYTES: return .bytes(try bytes(value.as.bytes))
    case PAGE_TYPE_LIST: return .list(try values(value.as.list, depth: depth + 1))
    case PAGE_TYPE_MAP: return .map(try map(value.as.map, depth: depth + 1))
    default: throw .unknownType(value.type)
    }
  }

  mutating func string(_ string: page_string) throws(Value.BoundaryError) -> String {
    try charge(string.length, hasData: string.data != nil)
    let bytes = UnsafeRawBufferPointer(
      start: string.data, count: string.data == nil ? 0 : string.length)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  mutating func bytes(_ bytes: page_bytes) throws(Value.BoundaryError) -> [UInt8] {
    try charge(bytes.length, hasData: bytes.data != nil)
    return [UInt8](
      UnsafeBufferPointer(start: bytes.data, count: bytes.data == nil ? 0 : bytes.length))
  }

  mutating func list(_ list: page_list, depth: UInt32) throws(Value.BoundaryError) -> [Value?] {
    let size = list.count.multipliedReportingOverflow(by: MemoryLayout<page_value>.stride)
    guard !size.overflow else { throw .tooLarge }
    try charge(size.partialValue, hasData: list.items != nil)
    var result: [Value?] = []
    result.reserveCapacity(list.count)
    for item in UnsafeBufferPointer(start: list.items, count: list.items == nil ? 0 : list.count) {
      result.append(try value(item, depth: depth))
    }
    return result
  }

  private mutating func values(
    _ list: page_list, depth: UInt32
  ) throws(Value.BoundaryError) -> [Value] {
    var values: [Value] = []
    for value in try self.list(list, depth: depth) {
      guard let value else { throw .noValue }
      values.append(value)
    }
    return values
  }

  mutating func map(
    _ map: page_map, depth: UInt32
  ) throws(Value.BoundaryError) -> [String: Value] {
    let size = map.count.multipliedReportingOverflow(by: MemoryLayout<page_entry>.stride)
    guard !size.overflow else { throw .tooLarge }
    try charge(size.partialValue, hasData: map.entries != nil)
    var result: [String: Value] = [:]
    var names: Set<String> = []
    let entries = UnsafeBufferPointer(
      start: map.entries, count: map.entries == nil ? 0 : map.count)
    for entry in entries {
      let name = try string(entry.name)
      guard names.insert(name).inserted else { throw .repeatedName(name) }
      result[name] = try value(entry.value, depth: depth)
    }
    return result
  }
}
