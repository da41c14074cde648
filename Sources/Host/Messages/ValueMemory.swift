package import PageABI

#if canImport(Glibc)
  internal import Glibc
#endif

/// Memory of values on their way to a page: valid until it is reset or dropped.
package final class ValueMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  deinit { reset() }

  /// Gives back everything that was handed out.
  package func reset() {
    for block in blocks { free(block) }
    blocks.removeAll(keepingCapacity: true)
  }

  private func allocate<T>(_: T.Type, count: Int) -> UnsafeMutablePointer<T>? {
    guard count > 0 else { return nil }
    guard let block = malloc(MemoryLayout<T>.stride * count) else {
      preconditionFailure("no memory for \(count) values")
    }
    blocks.append(block)
    return block.bindMemory(to: T.self, capacity: count)
  }

  /// Copies text for the boundary.
  package func string(_ text: String) -> page_string {
    var text = text
    return text.withUTF8 { utf8 in
      let copy = allocate(CChar.self, count: utf8.count)
      if let copy, let base = utf8.baseAddress { memcpy(copy, base, utf8.count) }
      return page_string(data: copy, length: utf8.count)
    }
  }

  private func bytes(_ bytes: [UInt8]) -> page_bytes {
    let copy = allocate(UInt8.self, count: bytes.count)
    copy?.initialize(from: bytes, count: bytes.count)
    return page_bytes(data: copy, length: bytes.count)
  }

  /// Copies values for the boundary.
  package func list(_ values: [Value]) -> page_list {
    let copy = allocate(page_value.self, count: values.count)
    for (index, value) in values.enumerated() {
      copy?.advanced(by: index).initialize(to: self.value(value))
    }
    return page_list(items: copy, count: values.count)
  }

  /// Copies named values for the boundary.
  package func map(_ values: [String: Value]) -> page_map {
    let copy = allocate(page_entry.self, count: values.count)
    for (index, entry) in values.enumerated() {
      copy?.advanced(by: index).initialize(
        to: page_entry(name: string(entry.key), value: value(entry.value)))
    }
    return page_map(entries: copy, count: values.count)
  }

  /// Copies one value for the boundary; nil stands for none.
  package func value(_ value: Value?) -> page_value {
    var result = page_value()
    switch value {
    case nil: result.type = PAGE_TYPE_NONE
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
