import PageABI
import Testing

@testable import Host

/// Memory as a page would have it, freed with the test.
final class PageMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  func array<T>(_ items: [T]) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: max(1, items.count))
    memory.initialize(from: items, count: items.count)
    blocks.append(UnsafeMutableRawPointer(memory))
    return memory
  }

  func string(_ bytes: [UInt8]) -> page_string {
    page_string(data: array(bytes.map { CChar(bitPattern: $0) }), length: bytes.count)
  }

  func string(_ text: String) -> page_string { string(Array(text.utf8)) }

  func value(_ string: page_string) -> page_value {
    var value = page_value()
    value.type = PAGE_TYPE_STRING
    value.as.string = string
    return value
  }

  func integer(_ integer: Int64) -> page_value {
    var value = page_value()
    value.type = PAGE_TYPE_INTEGER
    value.as.integer = integer
    return value
  }

  func list(_ items: [page_value]) -> page_value {
    var value = page_value()
    value.type = PAGE_TYPE_LIST
    value.as.list = page_list(items: array(items), count: items.count)
    return value
  }

  func map(_ entries: [(page_string, page_value)]) -> page_map {
    page_map(
      entries: array(entries.map { page_entry(name: $0.0, value: $0.1) }), count: entries.count)
  }
}

@Suite struct ValueBoundaryTests {
  private let memory = PageMemory()

  private func nested(_ depth: Int) -> page_value {
    var value = memory.integer(1)
    for _ in 0..<depth { value = memory.list([value]) }
    return value
  }

  // MARK: Round trip

  static let values: [Value] = [
    .boolean(true), .boolean(false), .integer(.min), .integer(.max), .real(-0.0), .real(.infinity),
    .string(""), .string("grüße 漢字 \u{0} 👩‍👩‍👧"), .bytes([]), .bytes(Array(0...255)), .list([]),
    .list([.integer(1), .list([.string("x")]), .map([:])]),
    .map(["": .integer(1), "a": .map(["b": .bytes([0])]), "é": .real(1.5)]),
  ]

  @Test(arguments: values) func `A value comes back as it was sent`(_ value: Value) throws {
    let memory = ValueMemory()
    let sent = memory.value(value)
    #expect(sent.reserved == 0)
    #expect(try Value.copy(sent) == value)
  }

  @Test func `Not a number stays one`() throws {
    guard case .real(let number) = try Value.copy(ValueMemory().value(.real(.nan))) else {
      Issue.record("another type came back")
      return
    }
    #expect(number.isNaN)
  }

  @Test func `No value stands for none`() throws {
    #expect(try Value.copy(ValueMemory().value(nil)) == nil)
  }

  @Test func `What was copied stays when the page's memory goes`() throws {
    let memory = ValueMemory()
    let copy = try Value.copy(memory.value(.map(["key": .list([.string("text")])])))
    memory.reset()
    _ = memory.value(.map(["yek": .list([.string("txet")])]))
    #expect(copy == .map(["key": .list([.string("text")])]))
  }

  @Test func `A top-level list keeps its places without a value`() throws {
    let items = [memory.integer(1), page_value(), memory.integer(2)]
    let list = page_list(items: memory.array(items), count: 3)
    #expect(try Value.copy(list) == [.integer(1), nil, .integer(2)])
  }

  @Test func `A map leaves out names without a value`() throws {
    let map = memory.map([
      (memory.string("a"), page_value()), (memory.string("b"), memory.integer(2)),
    ])
    #expect(try Value.copy(map) == ["b": .integer(2)])
  }

  @Test(arguments: [UInt8(0), 1, 2, 0x80, 0xFF]) func `Any byte is a boolean`(_ byte: UInt8) throws
  {
    var value = page_value()
    value.type = PAGE_TYPE_BOOLEAN
    withUnsafeMutableBytes(of: &value.as) { $0.storeBytes(of: byte, as: UInt8.self) }
    #expect(try Value.copy(value) == .boolean(byte != 0))
  }

  // MARK: What is refused

  @Test(arguments: [UInt32(8), 9, 255, .max]) func `A type that there is not`(_ type: UInt32) {
    var value = page_value()
    value.type = type
    #expect(throws: Value.BoundaryError.unknownType(type)) { try Value.copy(value) }
  }

  static let notUTF8: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0x61, 0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80],
  ]

  @Test(arguments: notUTF8) func `Text that is not UTF-8`(_ bytes: [UInt8]) {
    #expect(throws: Value.BoundaryError.notUTF8) { try Value.copy(memory.string(bytes)) }
    #expect(throws: Value.BoundaryError.notUTF8) {
      try Value.copy(memory.map([(memory.string(bytes), memory.integer(1))]))
    }
  }

  @Test func `Values nest sixteen deep and no deeper`() throws {
    #expect(throws: Never.self) { try Value.copy(nested(15)) }
    #expect(throws: Value.BoundaryError.tooDeep) { try Value.copy(nested(16)) }
    #expect(throws: Value.BoundaryError.tooDeep) { try Value.copy(nested(100)) }
  }

  @Test func `A name twice, also where one of them has no value`() {
    for value in [memory.integer(1), page_value()] {
      let map = memory.map([(memory.string("a"), value), (memory.string("a"), memory.integer(2))])
      #expect(throws: Value.BoundaryError.repeatedName("a")) { try Value.copy(map) }
    }
  }

  @Test func `A list within a list that has an item without a value`() {
    let list = memory.list([memory.list([page_value()])])
    #expect(throws: Value.BoundaryError.noValue) { try Value.copy(list) }
  }

  @Test func `A length without data; an empty one may have none`() throws {
    #expect(throws: Value.BoundaryError.missingData) {
      try Value.copy(page_string(data: nil, length: 1))
    }
    #expect(throws: Value.BoundaryError.missingData) {
      try Value.copy(page_list(items: nil, count: 1))
    }
    #expect(throws: Value.BoundaryError.missingData) {
      try Value.copy(page_map(entries: nil, count: 1))
    }
    var bytes = page_value()
    bytes.type = PAGE_TYPE_BYTES
    bytes.as.bytes = page_bytes(data: nil, length: 1)
    #expect(throws: Value.BoundaryError.missingData) { try Value.copy(bytes) }
    bytes.as.bytes = page_bytes(data: nil, length: 0)
    #expect(try Value.copy(bytes) == .bytes([]))
    #expect(try Value.copy(page_string(data: nil, length: 0)) == "")
    #expect(try Value.copy(page_map(entries: nil, count: 0)) == [:])
  }

  @Test(arguments: [Int(PAGE_MAX_VALUE_BYTES) + 1, .max, -1, .min])
  func `A length past the limit is refused before anything is read`(_ length: Int) {
    let one = memory.array([CChar(1)])
    #expect(throws: Value.BoundaryError.tooLarge) {
      try Value.copy(page_string(data: one, length: length))
    }
    #expect(throws: Value.BoundaryError.tooLarge) {
      try Value.copy(page_list(items: memory.array([page_value()]), count: length))
    }
    let entry = page_entry(name: memory.string(""), value: page_value())
    #expect(throws: Value.BoundaryError.tooLarge) {
      try Value.copy(page_map(entries: memory.array([entry]), count: length))
    }
  }

  @Test func `The limit is that of a whole call`() throws {
    let block = memory.string([UInt8](repeating: 0x61, count: Int(PAGE_MAX_VALUE_BYTES) / 4 - 24))
    func call(_ count: Int) -> page_value {
      memory.list([page_value](repeating: memory.value(block), count: count))
    }
    #expect(throws: Never.self) { try Value.copy(call(4)) }
    #expect(throws: Value.BoundaryError.tooLarge) { try Value.copy(call(5)) }
  }

  @Test func `Many lists of little are bounded too`() {
    var value = memory.list([page_value](repeating: memory.integer(1), count: 1_000))
    // A page may name one list often: a thousand bytes that stand for gigabytes.
    for _ in 0..<8 { value = memory.list([page_value](repeating: value, count: 1_000)) }
    #expect(throws: Value.BoundaryError.tooLarge) { try Value.copy(value) }
  }

  @Test(arguments: [
    Value.BoundaryError.unknownType(9), .notUTF8, .noValue, .tooDeep, .tooLarge, .missingData,
    .repeatedName("a"),
  ])
  func `Each refusal is told in words`(_ error: Value.BoundaryError) {
    #expect(!error.description.contains("BoundaryError") && error.description.count > 10)
  }

  @Test func `The layouts that are frozen are as the contract says`() {
    #expect(MemoryLayout<page_value>.size == 24 && MemoryLayout<page_value>.stride == 24)
    #expect(MemoryLayout<page_value>.offset(of: \.as) == CallInterface.payloadOffset)
    #expect(MemoryLayout<page_entry>.stride == 40)
    #expect(MemoryLayout<page_string>.size == 16 && MemoryLayout<page_list>.size == 16)
  }
}
