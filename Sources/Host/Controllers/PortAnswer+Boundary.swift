internal import PageABI

extension PortAnswer {
  /// Copies the reply that a page left in `memory`.
  init(reply memory: UnsafeRawBufferPointer, type: page_type, of name: String) {
    var value = page_value()
    value.type = type
    switch type {
    case PAGE_TYPE_BOOLEAN: value.as.boolean = memory.load(as: UInt8.self) != 0
    case PAGE_TYPE_INTEGER: value.as.integer = memory.load(as: Int64.self)
    case PAGE_TYPE_REAL: value.as.real = memory.load(as: Double.self)
    case PAGE_TYPE_STRING: value.as.string = memory.load(as: page_string.self)
    case PAGE_TYPE_BYTES: value.as.bytes = memory.load(as: page_bytes.self)
    case PAGE_TYPE_LIST: value.as.list = memory.load(as: page_list.self)
    case PAGE_TYPE_MAP: value.as.map = memory.load(as: page_map.self)
    default: break
    }
    self.init(copying: value, of: name)
  }

  /// Copies a value of a page, or says why it cannot be taken.
  init(copying value: page_value, of name: String) {
    do throws(Value.BoundaryError) {
      let value = try Value.copy(value)
      self.init(.ok, payload: value.map { .value($0) } ?? .none)
    } catch {
      self.init(.invalid, message: "\(name): \(error)")
    }
  }
}

extension ValueMemory {
  /// What a person did, for the boundary.
  func event(_ event: PageEvent) -> page_event {
    var result = page_event()
    result.size = UInt32(MemoryLayout<page_event>.size)
    result.id = string(event.id)
    switch event {
    case .tap: result.kind = PAGE_EVENT_TAP
    case .change(_, let text):
      result.kind = PAGE_EVENT_CHANGE
      result.value = value(.string(text))
    case .submit(_, let text):
      result.kind = PAGE_EVENT_SUBMIT
      result.value = value(.string(text))
    case .toggle(_, let on):
      result.kind = PAGE_EVENT_TOGGLE
      result.value = value(.boolean(on))
    case .touch(_, let phase, let x, let y):
      result.kind = phase.rawValue
      result.value = value(.list([.integer(Int64(x)), .integer(Int64(y))]))
    }
    return result
  }
}
