internal import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

/// Memory of what crosses to the host: valid until the page is next entered, then given back at once.
final class ReplyMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { free(block) } }

  /// Lends memory for a call of the host, which copies what it is passed.
  static func lend<T>(_ body: (ReplyMemory) throws -> T) rethrows -> T {
    let memory = ReplyMemory()
    // The pointers that are handed out do not keep the object alive.
    return try withExtendedLifetime(memory) { try body(memory) }
  }

  /// Gives back everything that was handed out.
  func reset() {
    for block in blocks { free(block) }
    blocks.removeAll(keepingCapacity: true)
  }

  /// Gives uninitialized room for `count` values of a type.
  func allocate<T>(_: T.Type, count: Int) -> UnsafeMutablePointer<T>? {
    guard count > 0, let block = malloc(MemoryLayout<T>.stride * count) else { return nil }
    blocks.append(block)
    return block.bindMemory(to: T.self, capacity: count)
  }

  func string(_ text: String) -> page_string {
    var text = text
    return text.withUTF8 { utf8 in
      guard let copy = allocate(CChar.self, count: utf8.count), let base = utf8.baseAddress else {
        return page_string(data: nil, length: 0)
      }
      memcpy(copy, base, utf8.count)
      return page_string(data: copy, length: utf8.count)
    }
  }

  func bytes(_ bytes: [UInt8]) -> page_bytes {
    let copy = allocate(UInt8.self, count: bytes.count)
    copy?.initialize(from: bytes, count: bytes.count)
    return page_bytes(data: copy, length: copy == nil ? 0 : bytes.count)
  }

  func list(_ values: [PageValue]) -> page_list {
    let copy = allocate(page_value.self, count: values.count)
    for (index, value) in values.enumerated() {
      copy?.advanced(by: index).initialize(to: self.value(value))
    }
    return page_list(items: copy, count: copy == nil ? 0 : values.count)
  }

  func map(_ values: [String: PageValue]) -> page_map {
    let copy = allocate(page_entry.self, count: values.count)
    for (index, entry) in values.enumerated() {
      copy?.advanced(by: index).initialize(
        to: page_entry(name: string(entry.key), value: value(entry.value)))
    }
    return page_map(entries: copy, count: copy == nil ? 0 : values.count)
  }

  func value(_ value: PageValue) -> page_value {
    var result = page_value()
    switch value {
    case .nothing: result.type = PAGE_TYPE_NONE
    case .boolean(let value):
      result.type = PAGE_TYPE_BOOLEAN
      result.as.boolean = value
    case .integer(let value):
      result.type = PAGE_TYPE_INTEGER
      result.as.integer = value
    case .real(let value):
      result.type = PAGE_TYPE_REAL
      result.as.real = value
    case .string(let value):
      result.type = PAGE_TYPE_STRING
      result.as.string = string(value)
    case .bytes(let value):
      result.type = PAGE_TYPE_BYTES
      result.as.bytes = bytes(value)
    case .list(let value):
      result.type = PAGE_TYPE_LIST
      result.as.list = list(value)
    case .map(let value):
      result.type = PAGE_TYPE_MAP
      result.as.map = map(value)
    }
    return result
  }
}
