import ManifestModel
import Testing

@Suite struct JSONReaderTests {
  private func parse(_ text: String) throws(ManifestError) -> JSONNode {
    try JSONNode.parse(Array(text.utf8), file: "x.json")
  }

  @Test func keepsTheOrderAndThePlaceOfEveryKeyAndValue() throws {
    let root = try parse("{\n  \"b\": [1,\n    \"é\", true],\n\t\"a\" : null\n}")
    guard case .object(let members) = root.content else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.key) == ["b", "a"])
    #expect(members.map(\.keyPosition) == [.init(line: 2, column: 3), .init(line: 4, column: 2)])
    let items = try members[0].node.elements()
    #expect(items.map(\.line) == [2, 3, 3])
    // Columns count bytes, and é has two.
    #expect(items.map(\.column) == [9, 5, 11])
    #expect(items.map(\.path) == ["b[0]", "b[1]", "b[2]"])
    #expect(root.position == .init(line: 1, column: 1))
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", Int64.max),
    ("-9223372036854775808", Int64.min),
  ])
  func readsIntegers(text: String, number: Int64) throws {
    #expect(try parse(text).integer() == number)
  }

  @Test(arguments: [("0.5", 0.5), ("-1e2", -100), ("2E-2", 0.02), ("1.25e+1", 12.5), ("3", 3)])
  func readsRealNumbers(text: String, number: Double) throws {
    #expect(try parse(text).real() == number)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u00e9\u4E2D""#, "é中"), (#""\ud83d\ude00!""#, "😀!"), (#""中文 😀""#, "中文 😀"),
    ("\"\u{7F}\"", "\u{7F}"),
  ])
  func readsStrings(text: String, string: String) throws {
    #expect(try parse(text).string() == string)
  }

  @Test func readsEmptyAndNestedContainers() throws {
    let root = try parse(" {\"a\":{},\"b\":[],\"c\":[[],{\"d\":false}]} \r\n")
    let c = try root.object().required("c", example: "[]").elements()
    #expect(try c[0].elements().isEmpty)
    let d = try c[1].object().required("d", example: "true")
    #expect(try d.boolean() == false)
    #expect(d.path == "c[1].d")
  }

  @Test(arguments: [
    ("", 1, 1, "the file is empty; expected an object"),
    (" \n ", 2, 2, "the file is empty; expected an object"),
    ("{", 1, 2, "expected a key in quotes, not the end of the file"),
    ("{\"a\"", 1, 5, "expected ':' after the key 'a', not the end of the file"),
    ("{\"a\" 1}", 1, 6, "expected ':' after the key 'a', not '1'"),
    ("{\"a\":}", 1, 6, "expected a value, not '}'"),
    ("{\n\"a\": 1\n\"b\": 2}", 3, 1, "expected ',' or '}', not '\"'"),
    ("{\"a\": 1,\n}", 1, 8, "a comma before '}'; remove it"),
    ("[1,\n2,]", 2, 2, "a comma before ']'; remove it"),
    ("[1 2]", 1, 4, "expected ',' or ']', not '2'"),
    ("[,]", 1, 2, "expected a value, not ','"),
    ("[1", 1, 3, "expected ',' or ']', not the end of the file"),
    ("[1}", 1, 3, "expected ',' or ']', not '}'"),
    ("{a: 1}", 1, 2, "expected a key in quotes, not 'a'"),
    ("{'a': 1}", 1, 2, "expected a key in quotes, not '''"),
    ("{} {}", 1, 4, "expected the end of the file, not '{'"),
    ("[]x", 1, 3, "expected the end of the file, not 'x'"),
    ("// no\n{}", 1, 1, "expected a value, not '/' (JSON has no comments)"),
    ("[True]", 1, 2, "expected a value, not 'True'"),
    ("[nul]", 1, 2, "expected a value, not 'nul'"),
    ("[truefalse]", 1, 2, "expected a value, not 'truefalse'"),
    ("[NaN]", 1, 2, "expected a value, not 'NaN'"),
    ("{\"a\": 1,\n \"a\": 2}", 2, 2, "the key 'a' is there already, at line 1"),
    ("{\"a\": 1, \"\\u0061\": 2}", 1, 10, "the key 'a' is there already, at line 1"),
    ("[01]", 1, 2, "a number does not begin with 0"),
    ("[-]", 1, 3, "expected a digit after '-'"),
    ("[+1]", 1, 2, "expected a value, not '+'"),
    ("[.5]", 1, 2, "expected a value, not '.'"),
    ("[1.]", 1, 4, "expected a digit after '.'"),
    ("[1e]", 1, 4, "expected a digit in the exponent"),
    ("[1.2.3]", 1, 5, "'.' does not belong in a number"),
    ("[0x10]", 1, 3, "'x' does not belong in a number"),
    ("[9223372036854775808]", 1, 2, "the integer does not fit in 64 bits"),
    ("[1e999]", 1, 2, "the number is too large"),
    ("[\"a]", 1, 2, "the file ends inside a string"),
    ("[\"a\\", 1, 4, "the file ends inside a string"),
    ("[\"a\n\"]", 1, 4, "the line ends inside a string; close it with '\"', or write \\n"),
    ("[\"\t\"]", 1, 3, "a control character in a string; write \\u0009"),
    ("[\"\\x\"]", 1, 3, "\\x begins no escape sequence; write \\\\ for a backslash"),
    ("[\"\\u12g4\"]", 1, 3, "expected four hexadecimal digits after \\u"),
    ("[\"\\ud800\"]", 1, 3, "\\ud800 is half of a surrogate pair"),
    ("[\"\\ude00\\ud83d\"]", 1, 3, "\\ude00 is half of a surrogate pair"),
    ("[\"\\ud83d\\u0041\"]", 1, 3, "\\ud83d is half of a surrogate pair"),
    ("\u{FEFF}{}", 1, 1, "the file begins with a byte order mark; save it as UTF-8 without one"),
    ("[\u{0}]", 1, 2, "expected a value, not the byte 0x0"),
    ("[中]", 1, 2, "expected a value, not the byte 0xe4"),
  ])
  func refusesWhatIsNotJSON(text: String, line: Int, column: Int, reason: String) {
    let error = #expect(throws: ManifestError.self) { try parse(text) }
    #expect(error?.reason == reason)
    #expect(error?.position == TextPosition(line: line, column: column))
    #expect(error?.code == .malformed)
    #expect(error?.description == "x.json:\(line): \(reason)")
  }

  @Test(
    arguments: [[0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xFF, 0x22]] as [[UInt8]]
  )
  func refusesStringsThatAreNotUTF8(bytes: [UInt8]) {
    let error = #expect(throws: ManifestError.self) {
      try JSONNode.parse([0x0A] + bytes, file: "x.json")
    }
    #expect(error?.description == "x.json:2: the string is not UTF-8; save the file as UTF-8")
  }

  @Test func nestsToTheLimitAndNoDeeper() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try parse(deepest)
    let error = #expect(throws: ManifestError.self) { try parse("[\(deepest)]") }
    #expect(error?.code == .tooLarge)
    #expect(error?.reason == "arrays and objects nest deeper than 64")
    // A long run of brackets ends at the limit too, and not the stack.
    #expect(throws: ManifestError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
  }

  @Test func refusesMoreThanAMebibyte() throws {
    let spaces = [UInt8](repeating: 0x20, count: JSONNode.maxBytes - 2)
    _ = try JSONNode.parse(spaces + Array("{}".utf8), file: "x.json")
    let error = #expect(throws: ManifestError.self) {
      try JSONNode.parse(spaces + Array(" {}".utf8), file: "x.json")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func readsEveryPrefixWithoutACrash() {
    let text = Array(#"{"a":[1.5e3,-2,"é\ud83d\ude00\n",true,false,null,{"b":{}}]}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: ManifestError.self) { try JSONNode.parse(Array(text[..<length]), file: "") }
    }
  }
}
