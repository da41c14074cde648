import ManifestModel
import PageABI
import Testing

@testable import Host

/// What C functions of this file were called with.
@MainActor private enum Seen {
  static var values: [Value] = []
  static var page: UnsafeMutableRawPointer?
  static var token: UInt64 = 0
}

private typealias Page = UnsafeMutableRawPointer
private typealias Call = UnsafePointer<page_call>

private func see(
  _ page: UnsafeMutableRawPointer, _ call: UnsafePointer<page_call>, _ values: [Value]
) -> page_status {
  nonisolated(unsafe) let (page, call) = (page, call)
  MainActor.assumeIsolated {
    Seen.page = page
    Seen.token = call.pointee.token
    Seen.values = values
  }
  return PAGE_OK
}

private func value(_ string: page_string) -> Value { .string((try? Value.copy(string)) ?? "?") }
private func value(_ bytes: page_bytes) -> Value {
  .bytes(Array(UnsafeBufferPointer(start: bytes.data, count: bytes.length)))
}
private func value(_ list: page_list) -> Value {
  .list(((try? Value.copy(list)) ?? []).compactMap { $0 })
}
private func value(_ map: page_map) -> Value { .map((try? Value.copy(map)) ?? [:]) }

private let everything:
  @convention(c) (
    Page, Call, Bool, Int64, Double, page_string, page_bytes, page_list, page_map
  ) -> page_status = { page, call, boolean, integer, real, string, bytes, list, map in
    see(
      page, call,
      [
        .boolean(boolean), .integer(integer), .real(real), value(string), value(bytes),
        value(list), value(map),
      ])
  }

private let integers:
  @convention(c) (
    Page, Call, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64,
    Int64, Int64, Int64, Int64
  ) -> page_status = { page, call, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p in
    see(page, call, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p].map { .integer($0) })
  }

private let reals:
  @convention(c) (
    Page, Call, Double, Bool, Double, page_string, Double, Bool, Double, page_string, Double,
    Double, Double, Double, Double
  ) -> page_status = { page, call, a, b, c, d, e, f, g, h, i, j, k, l, m in
    see(
      page, call,
      [
        .real(a), .boolean(b), .real(c), value(d), .real(e), .boolean(f), .real(g), value(h),
        .real(i), .real(j), .real(k), .real(l), .real(m),
      ])
  }

private let replyBoolean:
  @convention(c) (Page, Call, Bool, UnsafeMutablePointer<Bool>) -> page_status = {
    $3.pointee = !$2
    return PAGE_OK
  }
private let replyInteger:
  @convention(c) (Page, Call, Int64, UnsafeMutablePointer<Int64>) -> page_status = {
    $3.pointee = $2 &- 1
    return PAGE_OK
  }
private let replyReal:
  @convention(c) (Page, Call, Double, UnsafeMutablePointer<Double>) -> page_status = {
    $3.pointee = $2 / 2
    return PAGE_OK
  }
private let replyString:
  @convention(c) (Page, Call, page_string, UnsafeMutablePointer<page_string>) -> page_status = {
    $3.pointee = $2
    return PAGE_OK
  }
private let replyBytes:
  @convention(c) (Page, Call, page_bytes, UnsafeMutablePointer<page_bytes>) -> page_status = {
    $3.pointee = $2
    return PAGE_OK
  }
private let replyList:
  @convention(c) (Page, Call, page_list, UnsafeMutablePointer<page_list>) -> page_status = {
    $3.pointee = $2
    return PAGE_OK
  }
private let replyMap:
  @convention(c) (Page, Call, page_map, UnsafeMutablePointer<page_map>) -> page_status = {
    $3.pointee = $2
    return PAGE_OK
  }
private let failing: @convention(c) (Page, Call) -> page_status = { _, call in
  call.pointee.error.pointee = page_string(data: nil, length: 0)
  return 0xFFFF_FFFE
}

private func erased<Function>(_ function: Function) -> ActionFunction {
  unsafeBitCast(function, to: ActionFunction.self)
}

@Suite(.serialized) @MainActor struct CallInterfaceTests {
  private let page = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Calls a function as the port does; gives status and reply.
  private func call(
    _ function: ActionFunction, _ signature: Signature, _ values: [Value]
  ) -> (page_status, PortAnswer) {
    defer { page.deallocate() }
    let interface = CallInterface(signature)
    let memory = ValueMemory()
    var error = page_string()
    var reply: (UInt64, UInt64, UInt64, UInt64) = (.max, .max, .max, .max)
    let status = withUnsafeMutablePointer(to: &error) { error in
      var call = page_call(
        size: UInt32(MemoryLayout<page_call>.size), reserved: 0, token: 77, error: error)
      return withUnsafeMutableBytes(of: &reply) { reply in
        interface.call(
          function, page: page, call: &call, values: memory.list(values).items,
          reply: reply.baseAddress.unsafelyUnwrapped)
      }
    }
    return withUnsafeBytes(of: &reply) {
      (status, PortAnswer(reply: $0, type: interface.reply, of: "page"))
    }
  }

  private func signature(_ types: [ValueType], _ reply: ValueType? = nil) -> Signature {
    Signature(name: "a.b", arguments: types.map { .init(type: $0) }, reply: reply)
  }

  @Test func `Every type reaches a C function by value`() {
    let values: [Value] = [
      .boolean(true), .integer(-3), .real(0.25), .string("grüße"), .bytes([1, 0, 255]),
      .list([.integer(1), .string("x")]), .map(["a": .real(1), "b": .list([])]),
    ]
    let (status, _) = call(erased(everything), signature(values.map(\.type)), values)
    #expect(status == PAGE_OK && Seen.values == values)
    #expect(Seen.page == page && Seen.token == 77)
  }

  @Test func `Sixteen arguments are passed, past what registers hold`() {
    let values = (0..<16).map { Value.integer(Int64($0) << 40) }
    #expect(call(erased(integers), signature(values.map(\.type)), values).0 == PAGE_OK)
    #expect(Seen.values == values)
  }

  @Test func `Numbers, booleans and structs mix in any order`() {
    let values: [Value] = [
      .real(1), .boolean(false), .real(2), .string("a"), .real(3), .boolean(true), .real(4),
      .string("b"), .real(5), .real(6), .real(7), .real(8), .real(9),
    ]
    #expect(call(erased(reals), signature(values.map(\.type)), values).0 == PAGE_OK)
    #expect(Seen.values == values)
  }

  @Test(arguments: [
    (Value.boolean(true), Value.boolean(false)), (.integer(.min), .integer(.max)),
    (.real(3), .real(1.5)), (.string("漢字"), .string("漢字")), (.string(""), .string("")),
    (.bytes([0, 1]), .bytes([0, 1])), (.list([.map([:])]), .list([.map([:])])),
    (.map(["a": .integer(1)]), .map(["a": .integer(1)])),
  ])
  func `A reply of every type comes back`(_ given: Value, expected: Value) {
    let function =
      switch given.type {
      case .boolean: erased(replyBoolean)
      case .integer: erased(replyInteger)
      case .real: erased(replyReal)
      case .string: erased(replyString)
      case .bytes: erased(replyBytes)
      case .list: erased(replyList)
      case .map: erased(replyMap)
      }
    let (status, answer) = call(function, signature([given.type], given.type), [given])
    #expect(status == PAGE_OK && answer.value == expected)
  }

  @Test func `A status comes back whole, and there may be no arguments`() {
    let (status, answer) = call(erased(failing), signature([]), [])
    #expect(status == 0xFFFF_FFFE && answer.value == nil)
  }

  @Test(arguments: ValueType.allCases) func `Each type has the number of the contract`(
    _ type: ValueType
  ) throws {
    let codes = ["b", "x", "d", "s", "ay", "av", "a{sv}"]
    let place = try #require(codes.firstIndex(of: type.rawValue))
    #expect(type.pageType == page_type(place + 1))
  }
}
