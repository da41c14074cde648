import ManifestModel
import Testing

@testable import Host

@Suite struct ValueTextTests {
  static let readable: [(String, ValueType, Value)] = [
    ("true", .boolean, .boolean(true)), ("false", .boolean, .boolean(false)),
    ("0", .integer, .integer(0)), ("-12", .integer, .integer(-12)),
    ("9223372036854775807", .integer, .integer(.max)), ("1.5", .real, .real(1.5)),
    ("-1e3", .real, .real(-1000)), ("12", .real, .real(12)), ("", .string, .string("")),
    ("tru e", .string, .string("tru e")), ("", .bytes, .bytes([])),
    ("00fF7a", .bytes, .bytes([0, 255, 122])), ("[]", .list, .list([])),
    (
      "[1, 1.5, \"x\", true, [2]]", .list,
      .list([.integer(1), .real(1.5), .string("x"), .boolean(true), .list([.integer(2)])])
    ),
    ("{\"a\": {\"b\": 1}}", .map, .map(["a": .map(["b": .integer(1)])])),
  ]

  @Test(arguments: readable) func `A text is a value of its type`(
    _ text: String, type: ValueType, value: Value
  ) throws {
    #expect(try Value(text, as: type) == value)
  }

  static let unreadable: [(String, ValueType, words: String)] = [
    ("yes", .boolean, "neither true nor false"), ("TRUE", .boolean, "neither"),
    ("", .boolean, "neither"), ("1.0", .integer, "such as 12"), ("", .integer, "such as 12"),
    ("9223372036854775808", .integer, "64 bits"), ("0x10", .integer, "64 bits"),
    (" 1", .integer, "64 bits"), ("", .real, "such as 1.5"), ("1,5", .real, "such as 1.5"),
    ("nan", .real, "not a number"), ("inf", .real, "not a number"),
    ("1e999", .real, "not a number"),
    ("f", .bytes, "00ff"), ("0g", .bytes, "00ff"), ("+f", .bytes, "00ff"), ("é0", .bytes, "00ff"),
    ("00 ff", .bytes, "00ff"), ("{}", .list, "[1, \"two\"]"), ("[]", .map, "{\"name\": 1}"),
    ("[1", .list, "not JSON"), ("1", .list, "not JSON"), ("null", .map, "null"),
    ("[1, null]", .list, "null is no value"), ("{\"a\": null}", .map, "null is no value"),
    (
      String(repeating: "[", count: 17) + String(repeating: "]", count: 17), .list, "deeper than 16"
    ),
  ]

  @Test(arguments: unreadable) func `A text that is none says what one looks like`(
    _ text: String, type: ValueType, words: String
  ) {
    let error = #expect(throws: Value.TextError.self) { try Value(text, as: type) }
    #expect(error?.description.contains(words) == true)
    #expect(error?.description.hasPrefix("'\(text)' ") == true)
  }

  @Test func `As deep as may cross can be written`() {
    let text = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
    #expect(throws: Never.self) { try Value(text, as: .list) }
  }
}
