import Host
import Testing

@Suite struct TextWrapTests {
  @Test(
    "Lines break at words, between wide characters, and inside words that are too long",
    arguments: [
      ("one two three", 7, ["one two", "three"]),
      ("one two three", 8, ["one two", "three"]),
      ("one   two", 4, ["one", "two"]),
      ("  one two", 6, ["  one", "two"]),
      ("unbreakable", 4, ["unbr", "eaka", "ble"]),
      ("a unbreakable", 4, ["a", "unbr", "eaka", "ble"]),
      ("first\nsecond\r\nthird", 20, ["first", "second", "third"]),
      ("one\n\ntwo", 20, ["one", "", "two"]),
      ("你好世界", 4, ["你好", "世界"]),
      ("你好世界", 5, ["你好", "世界"]),
      ("你好，世界", 4, ["你", "好，", "世界"]),
      ("「你好」", 4, ["「你", "好」"]),
      ("abc你好", 5, ["abc你", "好"]),
      ("well-known", 6, ["well-", "known"]),
      ("-1 -2", 3, ["-1", "-2"]),
      ("你", 1, ["你"]),
      ("ab", 0, ["a", "b"]),
      ("", 5, [""]),
      ("👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧", "👩‍👩‍👧"]),
    ] as [(String, Int, [String])])
  func lines(_ text: String, _ width: Int, _ lines: [String]) {
    #expect(TextWrap.lines(of: text, width: width) == lines)
  }

  @Test(
    "A truncated text ends in an ellipsis and never takes more than its cells",
    arguments: [
      ("Leaves", 6, "Leaves"), ("Leaves", 5, "Leav…"), ("你好吗", 5, "你好…"), ("你好吗", 4, "你…"),
      ("ab", 1, "…"), ("ab", 0, ""), ("", 0, ""),
    ])
  func truncation(_ text: String, _ width: Int, _ result: String) {
    #expect(TextWrap.truncated(text, width: width) == result)
    #expect(CharacterWidth.of(TextWrap.truncated(text, width: width)) <= width)
  }

  @Test("White space collapses")
  func collapsing() {
    #expect(TextWrap.collapsed("  one \n\t two\u{3000}three ") == "one two three")
  }
}
